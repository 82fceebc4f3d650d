// A lambda that a private helper runs under one lock acquires the other; a second thread nests them the other way.
class LockOrderLambda {
    private static final Object INDEX = new Object();
    private static final Object PAGES = new Object();
    private static int count;

    public static void main(String[] arguments) {
        new Thread(LockOrderLambda::index).start();
        new Thread(LockOrderLambda::crawl).start();
    }

    private static void underIndexLock(Runnable action) {
        synchronized (INDEX) {
            action.run();
        }
    }

    static void index() {
        underIndexLock(() -> {
            synchronized (PAGES) {
                count++;
            }
        });
    }

    static void crawl() {
        synchronized (PAGES) {
            synchronized (INDEX) {           // expect: deadlock/lock-order
                count--;
            }
        }
    }
}
