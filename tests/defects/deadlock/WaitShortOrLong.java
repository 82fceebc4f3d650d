// What is tested right before the wait, without the lock, only says how long to wait; the loop tests the state under
// the lock.
class WaitShortOrLong {
    private static final Object LOCK = new Object();
    private static boolean ready;
    private static long timeout;

    static void await() throws InterruptedException {
        long time = timeout;
        synchronized (LOCK) {
            while (!ready) {
                if (time > 0) {
                    LOCK.wait(time);
                } else {
                    LOCK.wait();
                }
            }
        }
    }

    static void open() {
        synchronized (LOCK) {
            ready = true;
            LOCK.notifyAll();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(WaitShortOrLong::open).start();
        await();
    }
}
