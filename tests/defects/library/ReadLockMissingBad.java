// mode: library
// The version is written under the write lock and read without the read lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockMissingBad {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final ReentrantReadWriteLock.WriteLock write = lock.writeLock();
    private int version;

    public void change() {
        write.lock();
        try {
            version++;
        } finally {
            write.unlock();
        }
    }

    public int version() {
        return version; // expect: data-race/all-writes-locked
    }
}
