// mode: library
// The wait releases the inner lock only: whoever wants to notify waits for the outer one for ever.
public class NestedMonitorBad {
    private final Object changed = new Object();
    private boolean open;

    public synchronized void pass() throws InterruptedException {
        synchronized (changed) {
            while (!open) {
                changed.wait(); // expect: deadlock/critical-wait
            }
        }
    }

    public synchronized void open() {
        synchronized (changed) {
            open = true;
            changed.notifyAll();
        }
    }
}
