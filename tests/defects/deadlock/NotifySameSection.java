// The notification comes before the change of state, but in the same critical section.
class NotifySameSection {
    private static final Object LOCK = new Object();
    private static boolean ready;

    public static void main(String[] arguments) {
        new Thread(NotifySameSection::waitForIt).start();
        new Thread(NotifySameSection::prepare).start();
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
            LOCK.notifyAll();
            ready = true;
        }
    }
}
