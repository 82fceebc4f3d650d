// Consumers take turns under a lock of their own that the producer never needs.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class QueueTakeOtherLock {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final Object turn = new Object();
    private int taken;

    public static void main(String[] arguments) {
        QueueTakeOtherLock belt = new QueueTakeOtherLock();
        new Thread(() -> belt.consume()).start();
        new Thread(() -> belt.consume()).start();
        new Thread(() -> belt.produce()).start();
    }

    void produce() {
        queue.add("first");
        queue.add("second");
    }

    void consume() {
        synchronized (turn) {
            try {
                System.out.println(queue.take());
                taken++;
            } catch (InterruptedException e) {
                taken = 0;
            }
        }
    }
}
