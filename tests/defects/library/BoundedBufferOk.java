// mode: library
// The conditions are tested in loops, under the lock of the object, and every change notifies all waiters.
import java.util.ArrayDeque;

public class BoundedBufferOk {
    private final ArrayDeque<String> items = new ArrayDeque<>();
    private final int capacity;

    public BoundedBufferOk(int capacity) {
        this.capacity = capacity;
    }

    public synchronized void put(String item) throws InterruptedException {
        while (items.size() == capacity) {
            wait();
        }
        items.addLast(item);
        notifyAll();
    }

    public synchronized String take() throws InterruptedException {
        while (items.isEmpty()) {
            wait();
        }
        String item = items.removeFirst();
        notifyAll();
        return item;
    }
}
