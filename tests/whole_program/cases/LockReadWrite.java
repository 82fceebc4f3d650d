// A read/write lock with its two modes, from the object and from fields of its own.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class LockReadWrite {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(() -> cell.use()).start(); // thread: lambda@10 many thread
        }
    }
}

class Cell {
    private final ReadWriteLock locks = new ReentrantReadWriteLock(); // object: unique
    private final Lock reading = locks.readLock();
    private int value;

    void use() {
        locks.readLock().lock();
        try {
            System.out.println(value); // access value: threads=lambda@10 locks=locks(read)
        } finally {
            locks.readLock().unlock();
        }
        locks.writeLock().lock();
        try {
            value++; // access: threads=lambda@10 locks=locks(write)
        } finally {
            locks.writeLock().unlock();
        }
        reading.lock();
        try {
            value--; // access: threads=lambda@10 locks=locks(read)
        } finally {
            reading.unlock();
        }
    }
}
