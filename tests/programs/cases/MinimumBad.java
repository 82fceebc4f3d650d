// Benign in 7.1.6 (tsp's MinTourLen): read without the lock under which it is double-checked and written. A data race.
// variant: default
// variant: lockset options="--lockset-only"
public class MinimumBad {
    private static final Object LOCK = new Object();
    private static int minimum = 1_000_000;

    private static void offer(int value) {
        if (value < minimum) {
            synchronized (LOCK) {
                if (value < minimum) {
                    minimum = value;  // expect: object-race MinimumBad.minimum
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        offer(999_999);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 30; round++) {
                    offer(1000 - round * 2 - number);
                    nap(2);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(minimum);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
