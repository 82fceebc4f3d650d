// The producer gives each message away with put(), and the consumer, who takes it, may change it without a lock.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

class QueueHandOverOk {
    public static void main(String[] arguments) {
        BlockingQueue<Message> queue = new ArrayBlockingQueue<>(10);
        new Thread(() -> produce(queue)).start();
        new Thread(() -> consume(queue)).start();
    }

    private static void produce(BlockingQueue<Message> queue) {
        try {
            for (int i = 0; i < 10; i++) {
                Message message = new Message();
                message.text = "number " + i;
                queue.put(message);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void consume(BlockingQueue<Message> queue) {
        try {
            for (int i = 0; i < 10; i++) {
                Message message = queue.take();
                message.text = message.text + ".";
                System.out.println(message.text);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

class Message {
    String text;
}
