// mode: library
// A thread waits for the flag, but nothing ever notifies it.
public class WaitWithoutNotifyBad {
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
                lock.wait(); // expect: deadlock/indefinite-wait
            }
        }
    }
}
