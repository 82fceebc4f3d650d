// mode: library
// The sender still writes to the message when another thread may already have taken it from the queue.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class HandoffThenWrittenBad {
    private final BlockingQueue<Message> queue = new LinkedBlockingQueue<>();

    public void send(String text) throws InterruptedException {
        Message message = new Message(text);
        queue.put(message);
        message.sent = System.nanoTime(); // expect-audit: data-race/unlocked
    }

    public String receive() throws InterruptedException {
        Message message = queue.take();
        return message.text + " sent at " + message.sent;
    }

    private static class Message {
        final String text;
        long sent;

        Message(String text) {
            this.text = text;
        }
    }
}
