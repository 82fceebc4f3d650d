// mode: library
// A message is filled, then handed over through a blocking queue; only the taker uses it from then on.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class HandoffQueueOk {
    private final BlockingQueue<Message> queue = new LinkedBlockingQueue<>();

    public void send(String text, int priority) throws InterruptedException {
        Message message = new Message();
        message.text = text;
        message.priority = priority;
        queue.put(message);
    }

    public String receive() throws InterruptedException {
        Message message = queue.take();
        return message.priority + ": " + message.text;
    }

    private static class Message {
        String text;
        int priority;
    }
}
