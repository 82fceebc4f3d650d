// The wait is in an endless loop that tests the condition and leaves.
class WaitInEndlessLoop {
    private int tasks;

    public static void main(String[] arguments) {
        WaitInEndlessLoop list = new WaitInEndlessLoop();
        new Thread(() -> list.take()).start();
        new Thread(() -> list.put()).start();
    }

    synchronized void take() {
        for (;;) {
            if (tasks > 0) {
                tasks--;
                return;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    synchronized void put() {
        tasks++;
        notifyAll();
    }
}
