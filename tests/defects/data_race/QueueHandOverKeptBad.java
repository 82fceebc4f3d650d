// The producer puts the message into the queue and goes on to change it.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class QueueHandOverKeptBad {
    public static void main(String[] arguments) {
        BlockingQueue<Message> queue = new LinkedBlockingQueue<>();
        new Thread(() -> produce(queue)).start();
        new Thread(() -> consume(queue)).start();
    }

    private static void produce(BlockingQueue<Message> queue) {
        Message message = new Message();
        queue.add(message);
        message.length = 20; // expect: data-race/unlocked
    }

    private static void consume(BlockingQueue<Message> queue) {
        try {
            Message message = queue.take();
            if (message.length < 20) {
                throw new IllegalStateException("truncated");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

class Message {
    int length;
}
