// Both threads take only the read side of the table's lock, which does not exclude the other reader.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class LockOrderReadRead {
    private final ReentrantReadWriteLock table = new ReentrantReadWriteLock();
    private final Object journal = new Object();
    private int written;

    public static void main(String[] arguments) {
        LockOrderReadRead store = new LockOrderReadRead();
        new Thread(() -> store.dump()).start();
        new Thread(() -> store.list()).start();
    }

    void dump() {
        table.readLock().lock();
        try {
            synchronized (journal) {
                written++;
            }
        } finally {
            table.readLock().unlock();
        }
    }

    void list() {
        synchronized (journal) {
            table.readLock().lock();
            try {
                written--;
            } finally {
                table.readLock().unlock();
            }
        }
    }
}
