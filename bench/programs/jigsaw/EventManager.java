package jigsaw;

/** A thread for what happens later. Stopped by a flag. */
final class EventManager extends Thread {
    private boolean done;
    private int registered;
    private long handled;

    EventManager() {
        super("events");
    }

    synchronized void register(int weight) {
        registered += weight;
        notify();
    }

    synchronized void shutdown() {
        done = true;
        notify();
    }

    @Override
    public void run() {
        try {
            while (!isDone()) {
                handleNext();
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    private boolean isDone() {
        if (Main.FIXED) {
            synchronized (this) {
                return done;
            }
        }
        return done;
    }

    private synchronized void handleNext() throws InterruptedException {
        if (registered == 0 && !done) {
            wait(100);
        }
        handled += registered;
        registered = 0;
    }
}
