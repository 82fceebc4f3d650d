// The lock that is acquired inside of the other is already held: a re-entrant acquisition makes no order.
class LockOrderReentrant {
    private final Object log = new Object();
    private int lines;

    public static void main(String[] arguments) {
        LockOrderReentrant writer = new LockOrderReentrant();
        new Thread(() -> writer.write()).start();
        new Thread(() -> writer.flush()).start();
    }

    synchronized void write() {
        synchronized (log) {
            lines++;
            flush();
        }
    }

    synchronized void flush() {
        synchronized (log) {
            lines = 0;
        }
    }
}
