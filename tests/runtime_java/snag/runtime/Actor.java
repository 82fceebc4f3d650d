package snag.runtime;

/**
 * A thread of a test that does one thing at a time, when it is told. Telling and waiting go through volatile fields
 * that Snag does not see, so the order of the steps is fixed and yet, for Snag, the threads are not ordered.
 */
final class Actor extends Thread {
    private volatile Runnable step;
    private volatile Throwable problem;
    private volatile boolean over;

    Actor(String name) {
        super(name);
        setDaemon(true);
        start();
    }

    @Override
    public void run() {
        while (!over) {
            Runnable now = step;
            if (now == null) {
                Thread.yield();
                continue;
            }
            try {
                now.run();
            } catch (Throwable t) {
                problem = t;
            }
            step = null;
        }
    }

    /** Lets the actor do something and waits for it. */
    void does(Runnable what) {
        step = what;
        while (step != null) Thread.yield();
        if (problem != null) throw new IllegalStateException(problem);
    }

    /** Ends the thread, and waits for that. */
    void ends() {
        over = true;
        while (isAlive()) Thread.yield();
    }
}
