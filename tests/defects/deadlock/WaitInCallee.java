// The wait is in a private method, and its only caller tests the condition in a loop.
class WaitInCallee {
    private boolean done;

    public static void main(String[] arguments) {
        WaitInCallee job = new WaitInCallee();
        new Thread(() -> job.awaitDone()).start();
        new Thread(() -> job.finish()).start();
    }

    synchronized void awaitDone() {
        while (!done) {
            pause();
        }
    }

    private void pause() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    synchronized void finish() {
        done = true;
        notifyAll();
    }
}
