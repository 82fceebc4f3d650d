// The last access comes after unlock; and a second field is never locked by one of the threads.
// variant: default output=any
import java.util.concurrent.locks.ReentrantLock;

public class UnlockTooEarlyBad {
    private final ReentrantLock lock = new ReentrantLock();
    private int inside;
    private int outside;

    void work() {
        lock.lock();
        try {
            inside++;
        } finally {
            lock.unlock();
        }
        outside++;  // expect: object-race UnlockTooEarlyBad.outside
    }

    public static void main(String[] args) throws InterruptedException {
        UnlockTooEarlyBad shared = new UnlockTooEarlyBad();
        Runnable loop = () -> {
            for (int i = 0; i < 200; i++) {
                shared.work();
                if (i % 10 == 0) {
                    nap(1);
                }
            }
        };
        Thread[] threads = {new Thread(loop), new Thread(loop), new Thread(loop)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared.inside);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
