package locks;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks that come out of a method have the name of what it returns. */
class Accessors {
    private final ReadWriteLock both = new ReentrantReadWriteLock();
    private final Object[] stripes = new Object[16];

    ReadWriteLock both() {
        return both;
    }

    Object stripe(int hash) {
        return stripes[hash];
    }

    void on(Accessors other, int key) {
        other.both().readLock().lock();
        other.both().readLock().unlock();
        synchronized (stripe(key)) {
            other.hashCode();
        }
    }
}
