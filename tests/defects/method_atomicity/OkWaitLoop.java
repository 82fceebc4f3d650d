// The method waits until another thread has changed the state: communication, not a violation.
class OkWaitLoop {
    private int permits;

    public static void main(String[] arguments) {
        OkWaitLoop gate = new OkWaitLoop();
        new Thread(() -> gate.pass()).start();
        new Thread(() -> gate.release()).start();
    }

    synchronized void pass() {
        while (permits == 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                return;
            }
        }
        permits--;
    }

    synchronized void release() {
        permits++;
        notifyAll();
    }
}
