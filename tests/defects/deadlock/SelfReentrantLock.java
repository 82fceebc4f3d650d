// A ReentrantLock may be acquired again by its holder, also in a callee.
import java.util.concurrent.locks.ReentrantLock;

class SelfReentrantLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int size;

    public static void main(String[] arguments) {
        SelfReentrantLock box = new SelfReentrantLock();
        new Thread(() -> box.growTwice()).start();
        new Thread(() -> box.grow()).start();
    }

    void growTwice() {
        lock.lock();
        try {
            grow();
            grow();
        } finally {
            lock.unlock();
        }
    }

    void grow() {
        lock.lock();
        try {
            size++;
        } finally {
            lock.unlock();
        }
    }
}
