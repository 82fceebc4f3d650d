package hedc;

/** Something that a worker does and that others may cancel. */
abstract class Task implements Runnable {
    protected Thread thread_ = null;

    public abstract void cancel();

    public abstract void runImpl() throws InterruptedException;

    /** Notifies waiting threads. Called after the last access to this object. */
    protected abstract void done();

    @Override
    public void run() {
        begin();
        try {
            runImpl();
        } catch (InterruptedException cancelled) {
            Thread.interrupted();
        }
        end();
        done();
    }

    private void begin() {
        if (Main.FIXED) {
            synchronized (this) {
                thread_ = Thread.currentThread();
            }
        } else {
            thread_ = Thread.currentThread();
        }
    }

    private void end() {
        if (Main.FIXED) {
            synchronized (this) {
                thread_ = null;
                Thread.interrupted();
            }
        } else {
            thread_ = null;
        }
    }
}
