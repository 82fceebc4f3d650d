// The consumer takes from a blocking queue under the lock that the producer needs before it puts.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class QueueTakeUnderLock {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private int moved;

    public static void main(String[] arguments) {
        QueueTakeUnderLock belt = new QueueTakeUnderLock();
        new Thread(() -> belt.produce()).start();
        new Thread(() -> belt.consume()).start();
    }

    void produce() {
        synchronized (this) {
            moved++;
            queue.add("item");
        }
    }

    void consume() {
        synchronized (this) {
            try {
                String item = queue.take();  // expect: deadlock/waits-for-task
                System.out.println(item + " " + moved);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }
}
