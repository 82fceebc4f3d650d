package papers;

/** Section 5.3, sor and TuxGuitar: a lock of the program's own, whose monitor is taken to lock and again to unlock. */
public class CustomLocks {
    public static class Gate {
        private boolean taken;

        public synchronized void enter() throws InterruptedException {
            while (taken) wait();
            taken = true;
        }

        public synchronized void leave() {
            taken = false;
            notifyAll();
        }
    }

    private int visits;

    public synchronized void visitFalsePositive(Gate gate) throws InterruptedException {
        gate.enter();
        visits++;
        gate.leave(); // expect-audit: reacquired-lock/same-state
    }

    public void visitWithoutContextOk(Gate gate) throws InterruptedException {
        gate.enter();
        synchronized (this) {
            visits++;
        }
        gate.leave();
    }
}
