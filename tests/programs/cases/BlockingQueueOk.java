// Objects through blocking queues, there and back.
// variant: default
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

public class BlockingQueueOk {
    private int value;

    private static void passThrough(BlockingQueue<BlockingQueueOk> there, BlockingQueue<BlockingQueueOk> back)
        throws InterruptedException {
        Thread worker = new Thread(() -> {
            try {
                for (int i = 0; i < 200; i++) {
                    BlockingQueueOk next = there.take();
                    next.value *= 3;
                    back.put(next);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        worker.start();
        BlockingQueueOk box = new BlockingQueueOk();
        int sum = 0;
        for (int i = 0; i < 200; i++) {
            box.value = i;
            there.put(box);
            box = back.take();
            sum += box.value;
        }
        worker.join();
        System.out.println(sum);
    }

    public static void main(String[] args) throws InterruptedException {
        passThrough(new ArrayBlockingQueue<>(4), new LinkedBlockingQueue<>());
        passThrough(new SynchronousQueue<>(), new ArrayBlockingQueue<>(1));
    }
}
