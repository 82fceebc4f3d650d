// The inner locks are acquired in callees, two calls below the outer ones.
class LockOrderThroughCallee {
    private final Object cache = new Object();
    private final Object disk = new Object();
    private int blocks;

    public static void main(String[] arguments) {
        LockOrderThroughCallee store = new LockOrderThroughCallee();
        new Thread(() -> store.read()).start();
        new Thread(() -> store.evict()).start();
    }

    void read() {
        synchronized (cache) {
            miss();
        }
    }

    private void miss() {
        accessDisk();
    }

    private void accessDisk() {
        synchronized (disk) {                // expect: deadlock/lock-order
            System.out.println("disk");
        }
    }

    void evict() {
        synchronized (disk) {
            shrink();
        }
    }

    private void shrink() {
        shrinkCache();
    }

    private void shrinkCache() {
        synchronized (cache) {
            blocks--;
        }
    }
}
