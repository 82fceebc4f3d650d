// mode: library
// The thread that the object starts changes a field under the lock; a method for clients looks at it without.
public class LibraryThreadBad {
    private int waiting;

    public void open() {
        new Thread(this::work).start();
    }

    public synchronized void add(int count) {
        waiting += count;
        notifyAll();
    }

    public boolean isIdle() {
        return waiting == 0; // expect: data-race/all-writes-locked
    }

    private void work() {
        try {
            while (true) {
                takeOne();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void takeOne() throws InterruptedException {
        while (waiting == 0) {
            wait();
        }
        waiting--;
    }
}
