// A pool of buffers in a blocking queue: a worker takes one, changes it, and puts it back for the next.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

class QueuePoolOk {
    public static void main(String[] arguments) throws InterruptedException {
        BlockingQueue<Buffer> pool = new ArrayBlockingQueue<>(2);
        pool.put(new Buffer());
        pool.put(new Buffer());
        for (int i = 0; i < 4; i++) {
            new Thread(() -> work(pool)).start();
        }
    }

    private static void work(BlockingQueue<Buffer> pool) {
        try {
            Buffer buffer = pool.take();
            buffer.used++;
            buffer.last = Thread.currentThread().getName();
            pool.put(buffer);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

class Buffer {
    int used;
    String last;
}
