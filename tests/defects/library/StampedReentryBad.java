// mode: library
// A StampedLock is not reentrant: the thread waits for itself.
import java.util.concurrent.locks.StampedLock;

public class StampedReentryBad {
    private final StampedLock lock = new StampedLock();
    private String name = "";

    public String rename(String newName) {
        long write = lock.writeLock();
        try {
            name = newName;
            long read = lock.readLock(); // expect: deadlock/self-deadlock
            try {
                return name.trim();
            } finally {
                lock.unlockRead(read);
            }
        } finally {
            lock.unlockWrite(write);
        }
    }
}
