// An exception leaves the synchronized method: the access in the handler is without the lock.
// variant: default output=any
public class LocksReleasedByExceptionBad {
    private int tries;
    private int failures;

    synchronized void attempt() {
        tries++;
        throw new IllegalStateException("as always");
    }

    void work() {
        try {
            attempt();
        } catch (IllegalStateException expected) {
            failures++;  // expect: object-race LocksReleasedByExceptionBad.failures
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LocksReleasedByExceptionBad shared = new LocksReleasedByExceptionBad();
        Runnable loop = () -> {
            for (int i = 0; i < 40; i++) {
                shared.work();
                nap(2);
            }
        };
        Thread[] threads = {new Thread(loop), new Thread(loop), new Thread(loop)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (shared) {
            System.out.println(shared.tries);
        }
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
