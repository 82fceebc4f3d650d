// Three threads, three locks, two of them held each time: every two threads have one in common, all three have none. No
// two accesses race, but no one lock protects the field (the locking discipline of 7.1.1). Default: nothing, since each
// pair is ordered by its common lock. Lockset only: reported.
// variant: default
// variant: lockset options="--lockset-only"
public class TwoLocksBad {
    private int count;

    void add(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                count++;  // expect lockset: object-race TwoLocksBad.count
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TwoLocksBad counter = new TwoLocksBad();
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        Thread[] threads = {new Thread(() -> counter.repeat(a, b)), new Thread(() -> counter.repeat(b, c)),
                            new Thread(() -> counter.repeat(a, c))};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(counter.count);
    }

    private void repeat(Object outer, Object inner) {
        for (int i = 0; i < 30; i++) {
            add(outer, inner);
            nap(1);
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
