// The wait is a service for callers, which test their condition themselves.
class WaitForCaller {
    private static final Object LOCK = new Object();
    private static boolean ready;

    static void await(Object lock) throws InterruptedException {
        synchronized (lock) {
            lock.wait(); // expect: deadlock/wait-not-in-loop low
        }
    }

    static boolean isReady() {
        synchronized (LOCK) {
            return ready;
        }
    }

    static void open() {
        synchronized (LOCK) {
            ready = true;
            LOCK.notifyAll();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(WaitForCaller::open).start();
        if (!isReady()) {
            await(LOCK);
        }
    }
}
