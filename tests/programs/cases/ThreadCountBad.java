// Benign in 7.1.6 (mtrt's threadCount): counted up and down without a lock, and used by nobody.
// variant: default output=any
// variant: lockset options="--lockset-only" output=any
public class ThreadCountBad {
    private static int threadCount;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                nap(10 * number);
                threadCount++;  // expect: object-race ThreadCountBad.threadCount
                nap(40);
                threadCount--;  // may: object-race ThreadCountBad.threadCount
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
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
