// The producer notifies another object than the one that the consumer waits for.
class IndefiniteOtherObject {
    private final Object filled = new Object();
    private final Object emptied = new Object();
    private boolean full;

    public static void main(String[] arguments) {
        IndefiniteOtherObject cell = new IndefiniteOtherObject();
        new Thread(() -> cell.take()).start();
        new Thread(() -> cell.put()).start();
    }

    void take() {
        synchronized (filled) {
            while (!full) {
                try {
                    filled.wait();           // expect: deadlock/indefinite-wait
                } catch (InterruptedException e) {
                    return;
                }
            }
            full = false;
        }
    }

    void put() {
        synchronized (filled) {
            full = true;
        }
        synchronized (emptied) {
            emptied.notifyAll();
        }
    }
}
