// Producer to consumer: what the producer does before put() is its own, what it does afterwards is not.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class OwnHandOff {
    public static void main(String[] arguments) {
        BlockingQueue<Message> queue = new LinkedBlockingQueue<>(); // object: global shared escape unique
        new Producer(queue).start(); // thread: Producer.run one thread
        new Consumer(queue).start(); // thread: Consumer.run one thread
    }
}

class Message {
    int text;
    int sent;
    int seen;
}

class Producer extends Thread {
    private final BlockingQueue<Message> queue;

    Producer(BlockingQueue<Message> queue) {
        this.queue = queue;
    }

    @Override
    public void run() {
        Message message = new Message(); // object: global shared escape
        message.text = 7; // access text: unshared
        queue.add(message);
        message.sent = 1; // access sent: threads=Producer.run locks=none
    }
}

class Consumer extends Thread {
    private final BlockingQueue<Message> queue;

    Consumer(BlockingQueue<Message> queue) {
        this.queue = queue;
    }

    @Override
    public void run() {
        try {
            Message message = queue.take();
            message.seen = message.text; // access: threads=Consumer.run locks=none
        } catch (InterruptedException end) {
            return;
        }
    }
}
