// mode: library
// The object starts a thread of its own; what this thread and the clients share is volatile, or protected by the lock.
public class LibraryThreadOk {
    private volatile boolean running = true;
    private int waiting;
    private final Thread worker = new Thread(this::work);

    public void open() {
        worker.start();
    }

    public synchronized void add(int count) {
        waiting += count;
        notifyAll();
    }

    public void close() {
        running = false;
        worker.interrupt();
    }

    private void work() {
        try {
            while (running) {
                takeOne();
            }
        } catch (InterruptedException stopped) {
            running = false;
        }
    }

    private synchronized void takeOne() throws InterruptedException {
        while (waiting == 0) {
            wait();
        }
        waiting--;
    }
}
