package modern;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import papers.Use;

/** java.util.concurrent.locks, directly and through the application's own wrappers. */
class ExplicitLocks {
    /** Takes a lock for the time of a try-with-resources. */
    static final class Held implements AutoCloseable {
        private final ReentrantLock held;

        Held(ReentrantLock lock) {
            held = lock;
            lock.lock();
        }

        @Override
        public void close() {
            held.unlock();
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();
    private int value;
    private int number;
    private double x;
    private Object cached;

    private int readUnless(boolean off) {
        lock.lock();
        try {
            if (off) return 0;
            return value;
        } finally {
            lock.unlock();
        }
    }

    private void write(int next) {
        lock.lock();
        try {
            value = next;
        } finally {
            lock.unlock();
        }
    }

    private void enter() {
        lock.lock();
    }

    private void leave() {
        lock.unlock();
    }

    void clear() {
        both.writeLock().lock();
        try {
            cached = null;
        } finally {
            both.writeLock().unlock();
        }
    }

    void tryFinallyBad() {
        int old;
        lock.lock();
        try {
            old = value;
        } finally {
            lock.unlock();
        }
        lock.lock();
        try {
            value = old + 1; // expect: stale-value/lost-update
        } finally {
            lock.unlock();
        }
    }

    void tryFinallyOk() {
        lock.lock();
        try {
            int old = value;
            value = old + 1;
        } finally {
            lock.unlock();
        }
    }

    void severalReturnsBad(boolean off) {
        int old = readUnless(off);
        write(old + 1); // expect: stale-value/lost-update
    }

    void earlyReturnBad(boolean off) {
        int old;
        lock.lock();
        try {
            if (off) return;
            old = value;
        } finally {
            lock.unlock();
        }
        lock.lock();
        try {
            if (off) return;
            value = old + 1; // expect: stale-value/lost-update
        } finally {
            lock.unlock();
        }
    }

    boolean earlyReturnOk(boolean off) {
        lock.lock();
        try {
            if (off) return false;
            if (value > 10) return true;
            value++;
            return value > 10;
        } finally {
            lock.unlock();
        }
    }

    void heldOverBothOk(boolean off) {
        lock.lock();
        try {
            int old = readUnless(off);
            write(old + 1);
        } finally {
            lock.unlock();
        }
    }

    void twoLocksOk() {
        int old;
        lock.lock();
        try {
            old = value;
        } finally {
            lock.unlock();
        }
        second.lock();
        try {
            Use.of(old);
        } finally {
            second.unlock();
        }
    }

    void tryLockBad() {
        int old;
        if (!lock.tryLock()) return;
        try {
            old = value;
        } finally {
            lock.unlock();
        }
        if (lock.tryLock()) {
            try {
                value = old + 1; // expect: stale-value/lost-update
            } finally {
                lock.unlock();
            }
        }
    }

    void tryLockOk() {
        if (lock.tryLock()) {
            try {
                int old = value;
                value = old + 1;
            } finally {
                lock.unlock();
            }
        }
    }

    void upgradeBad() {
        int old;
        both.readLock().lock();
        try {
            old = number;
        } finally {
            both.readLock().unlock();
        }
        both.writeLock().lock();
        try {
            number = old + 1; // expect: stale-value/lost-update
        } finally {
            both.writeLock().unlock();
        }
    }

    void upgradeOnMissBad() {
        boolean missing;
        both.readLock().lock();
        try {
            missing = cached == null;
        } finally {
            both.readLock().unlock();
        }
        if (missing) {
            both.writeLock().lock();
            try {
                cached = new Object(); // expect: stale-value/check-then-act
            } finally {
                both.writeLock().unlock();
            }
        }
    }

    void upgradeWithRecheckOk() {
        boolean missing;
        both.readLock().lock();
        try {
            missing = cached == null;
        } finally {
            both.readLock().unlock();
        }
        if (missing) {
            both.writeLock().lock();
            try {
                if (cached == null) cached = new Object();
            } finally {
                both.writeLock().unlock();
            }
        }
    }

    /** The read lock is acquired before the write lock is released: no thread can write in between. */
    void downgradeOk() {
        int now;
        both.writeLock().lock();
        try {
            number = number + 1;
            now = number;
            both.readLock().lock();
        } finally {
            both.writeLock().unlock();
        }
        try {
            Use.of(now);
        } finally {
            both.readLock().unlock();
        }
    }

    void stampedBad() {
        double old;
        long stamp = stamped.readLock();
        try {
            old = x;
        } finally {
            stamped.unlockRead(stamp);
        }
        stamp = stamped.writeLock();
        try {
            x = old + 1.0; // expect: stale-value/lost-update
        } finally {
            stamped.unlockWrite(stamp);
        }
    }

    double stampedOptimisticOk() {
        long stamp = stamped.tryOptimisticRead();
        double now = x;
        if (!stamped.validate(stamp)) {
            stamp = stamped.readLock();
            try {
                now = x;
            } finally {
                stamped.unlockRead(stamp);
            }
        }
        return now * 2;
    }

    /** Converted, not released. */
    void stampedConvertOk() {
        long stamp = stamped.readLock();
        try {
            if (x == 0.0) {
                long write = stamped.tryConvertToWriteLock(stamp);
                if (write != 0L) {
                    stamp = write;
                    x = 1.0;
                }
            }
        } finally {
            stamped.unlock(stamp);
        }
    }

    void wrapperMethodsBad() {
        int old;
        enter();
        try {
            old = value;
        } finally {
            leave();
        }
        enter();
        try {
            value = old + 1; // expect: stale-value/lost-update
        } finally {
            leave();
        }
    }

    void wrapperMethodsOk() {
        enter();
        try {
            int old;
            enter();
            try {
                old = value;
            } finally {
                leave();
            }
            enter();
            try {
                value = old + 1;
            } finally {
                leave();
            }
        } finally {
            leave();
        }
    }

    @SuppressWarnings("try")
    void resourceBad() {
        int old;
        try (Held held = new Held(lock)) {
            old = value;
        }
        try (Held held = new Held(lock)) {
            value = old + 1; // expect: stale-value/lost-update
        }
    }

    @SuppressWarnings("try")
    void resourceOk(boolean off) {
        try (Held held = new Held(lock)) {
            int old = readUnless(off);
            write(old + 1);
        }
    }
}
