// The worker writes before countDown(), the main thread reads after await().
import java.util.concurrent.CountDownLatch;

class LatchOk {
    static int answer;

    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            answer = 42;
            done.countDown();
        }).start();
        done.await();
        if (answer != 42) {
            throw new IllegalStateException();
        }
    }
}
