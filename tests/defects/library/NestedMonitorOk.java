// mode: library
// The thread that waits holds no lock but the one that the wait releases.
public class NestedMonitorOk {
    private final Object changed = new Object();
    private boolean open;
    private int passed;

    public void pass() throws InterruptedException {
        synchronized (changed) {
            while (!open) {
                changed.wait();
            }
        }
        synchronized (this) {
            passed++;
        }
    }

    public synchronized void open() {
        synchronized (changed) {
            open = true;
            changed.notifyAll();
        }
    }

    public synchronized int passed() {
        return passed;
    }
}
