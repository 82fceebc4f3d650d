// The thread notifies in one section and changes the condition in a later one: the waiter may sleep on forever.
class NotifyTooEarly {
    private static final Object LOCK = new Object();
    private static boolean ready;

    public static void main(String[] arguments) {
        new Thread(NotifyTooEarly::waitForIt).start();
        new Thread(NotifyTooEarly::prepare).start();
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
            LOCK.notifyAll();                // expect: deadlock/notify-without-change
        }
        System.out.println("prepares");
        synchronized (LOCK) {
            ready = true;
        }
    }
}
