// A read lock and a monitor: one thread reads and then wants the monitor, the other has the monitor and wants to write.
import java.util.concurrent.locks.ReentrantReadWriteLock;

class LockOrderReadWrite {
    private final ReentrantReadWriteLock table = new ReentrantReadWriteLock();
    private final Object journal = new Object();
    private int written;

    public static void main(String[] arguments) {
        LockOrderReadWrite store = new LockOrderReadWrite();
        new Thread(() -> store.dump()).start();
        new Thread(() -> store.recover()).start();
    }

    void dump() {
        table.readLock().lock();
        try {
            synchronized (journal) {         // expect: deadlock/lock-order
                written++;
            }
        } finally {
            table.readLock().unlock();
        }
    }

    void recover() {
        synchronized (journal) {
            table.writeLock().lock();
            try {
                written = 0;
            } finally {
                table.writeLock().unlock();
            }
        }
    }
}
