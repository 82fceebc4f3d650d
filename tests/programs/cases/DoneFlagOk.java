// Benign in 7.1.6 (jigsaw's EventManager.done): set under the lock, read without it; the reader takes the lock on the
// way from one read to the next. In this run each read is ordered with the write by that lock, so there is no race by
// default.
// variant: default
// variant: lockset options="--lockset-only"
public class DoneFlagOk extends Thread {
    private boolean done;
    private int handled;

    @Override
    public void run() {
        while (!done) {
            synchronized (this) {
                handled++;
                waitALittle();
            }
        }
    }

    private void waitALittle() {
        try {
            wait(10_000);
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    synchronized void shutdown() {
        done = true;  // expect lockset: object-race DoneFlagOk.done
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        DoneFlagOk manager = new DoneFlagOk();
        synchronized (manager) {
            manager.done = false;
        }
        manager.start();
        nap(60);
        manager.shutdown();
        manager.join();
        synchronized (manager) {
            System.out.println("handled " + manager.handled);
        }
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
