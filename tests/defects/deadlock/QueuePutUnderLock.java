// The producer puts into a bounded queue under the lock that the consumer needs before it takes.
import java.util.concurrent.ArrayBlockingQueue;

class QueuePutUnderLock {
    private final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
    private final Object log = new Object();
    private int lines;

    public static void main(String[] arguments) {
        QueuePutUnderLock pipe = new QueuePutUnderLock();
        new Thread(() -> pipe.produce()).start();
        new Thread(() -> pipe.consume()).start();
    }

    void produce() {
        synchronized (log) {
            try {
                for (int i = 0; i < 10; i++) {
                    lines++;
                    queue.put(i);            // expect: deadlock/waits-for-task
                }
            } catch (InterruptedException e) {
                lines = 0;
            }
        }
    }

    void consume() {
        synchronized (log) {
            for (int i = 0; i < 10; i++) {
                lines++;
                queue.poll();
            }
        }
    }
}
