// The condition is changed in one section and the waiters are notified in a later one, after the change.
class NotifyLaterSection {
    private static final Object LOCK = new Object();
    private static boolean ready;

    public static void main(String[] arguments) {
        new Thread(NotifyLaterSection::waitForIt).start();
        new Thread(NotifyLaterSection::prepare).start();
    }

    static void waitForIt() {
        synchronized (LOCK) {
            while (!ready) {
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    static void prepare() {
        synchronized (LOCK) {
            ready = true;
        }
        System.out.println("prepared");
        synchronized (LOCK) {
            LOCK.notifyAll();
        }
    }
}
