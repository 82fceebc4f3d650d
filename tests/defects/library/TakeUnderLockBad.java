// mode: library
// The consumer holds the lock while it waits for an element, and the producer needs the lock to put one.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class TakeUnderLockBad {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private int moved;

    public synchronized String next() throws InterruptedException {
        String item = queue.take(); // expect: deadlock/waits-for-task
        moved++;
        return item;
    }

    public synchronized void add(String item) throws InterruptedException {
        queue.put(item);
        moved++;
    }

    public synchronized int moved() {
        return moved;
    }
}
