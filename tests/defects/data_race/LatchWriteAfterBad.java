// The worker writes once more after countDown(): nothing orders that write and the read of the main thread.
import java.util.concurrent.CountDownLatch;

class LatchWriteAfterBad {
    static int answer;

    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            answer = 41;
            done.countDown();
            answer = 42; // expect: data-race/unlocked
        }).start();
        done.await();
        if (answer < 41) {
            throw new IllegalStateException();
        }
    }
}
