// The producer signals the condition that it awaits itself, and nobody signals the consumer's condition.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class IndefiniteCondition {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private int count;

    public static void main(String[] arguments) {
        IndefiniteCondition buffer = new IndefiniteCondition();
        new Thread(() -> buffer.put()).start();
        new Thread(() -> buffer.take()).start();
    }

    void put() {
        lock.lock();
        try {
            while (count == 8) {
                notFull.awaitUninterruptibly();
            }
            count++;
            notFull.signal();
        } finally {
            lock.unlock();
        }
    }

    void take() {
        lock.lock();
        try {
            while (count == 0) {
                notEmpty.awaitUninterruptibly();  // expect: deadlock/indefinite-wait
            }
            count--;
            notFull.signal();
        } finally {
            lock.unlock();
        }
    }
}
