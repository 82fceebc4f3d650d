// The same explicit lock is taken twice in one method, first to read and then to update.
import java.util.concurrent.locks.ReentrantLock;

class SplitUpdateReentrantLock {
    private final ReentrantLock lock = new ReentrantLock();
    private long number;

    public static void main(String[] arguments) {
        SplitUpdateReentrantLock sequence = new SplitUpdateReentrantLock();
        new Thread(() -> System.out.println(sequence.next())).start();
        new Thread(() -> System.out.println(sequence.next())).start();
    }

    long next() {
        long current;
        lock.lock();
        try {
            current = number;
        } finally {
            lock.unlock();
        }
        long next = current + 1;
        lock.lock();                         // expect: method-atomicity/split-update
        try {
            number = next;
        } finally {
            lock.unlock();
        }
        return next;
    }
}
