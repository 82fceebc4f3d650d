// mode: library
// Nobody notifies, but the wait has a limit and the condition is tested again.
public class WaitTimeoutOk {
    private final Object lock = new Object();
    private boolean ready;

    public void setReady() {
        synchronized (lock) {
            ready = true;
        }
    }

    public void awaitReady() throws InterruptedException {
        synchronized (lock) {
            while (!ready) {
                lock.wait(100);
            }
        }
    }
}
