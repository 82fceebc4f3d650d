package modern;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** java.util.concurrent.locks as contexts and as witnesses, and the application's own wrappers of them. */
public class ExplicitLocks {
    /** Holds a lock for the time of a try-with-resources. */
    public static final class Held implements AutoCloseable {
        private final ReentrantLock held;

        public Held(ReentrantLock lock) {
            held = lock;
            lock.lock();
        }

        @Override
        public void close() {
            held.unlock();
        }
    }

    /** A lock of the application's own. */
    public static final class Mutex {
        private final ReentrantLock lock = new ReentrantLock();

        public void acquire() {
            lock.lock();
        }

        public void release() {
            lock.unlock();
        }
    }

    private final ReentrantLock outer = new ReentrantLock();
    private final ReentrantLock inner = new ReentrantLock();
    private final Condition changed = inner.newCondition();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();
    private int value;
    private int number;
    private int size;
    private int misses;
    private int guarded;

    private void enter() {
        inner.lock();
    }

    private void leave() {
        inner.unlock();
    }

    private void add(int amount) {
        inner.lock();
        try {
            value += amount;
        } finally {
            inner.unlock();
        }
    }

    public void setNumber(int newNumber) {
        both.writeLock().lock();
        number = newNumber;
        both.writeLock().unlock();
    }

    public void setSize(int newSize) {
        long stamp = stamped.writeLock();
        size = newSize;
        stamped.unlockWrite(stamp);
    }

    public void setGuarded(Mutex mutex) {
        mutex.acquire();
        guarded = 0;
        mutex.release();
    }

    public void signal() {
        inner.lock();
        try {
            value++;
            changed.signalAll();
        } finally {
            inner.unlock();
        }
    }

    public void lockTwiceBad() {
        outer.lock();
        try {
            inner.lock();
            try {
                value++;
            } finally {
                inner.unlock();
            }
            inner.lock(); // expect-audit: reacquired-lock/same-state
            try {
                value--;
            } finally {
                inner.unlock();
            }
        } finally {
            outer.unlock();
        }
    }

    public void readAndWriteBackBad() {
        outer.lock();
        try {
            inner.lock();
            int old = value;
            inner.unlock();
            inner.lockInterruptibly(); // expect: reacquired-lock/dependent
            try {
                value = old + 1;
            } finally {
                inner.unlock();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            outer.unlock();
        }
    }

    public synchronized void monitorIsTheContextBad() {
        add(1);
        add(2); // expect-audit: reacquired-lock/same-state
    }

    public void monitorIsTheWitnessBad(Account account) {
        outer.lock();
        try {
            int old = account.getBalance();
            account.setBalance(old + 1); // expect: reacquired-lock/dependent
        } finally {
            outer.unlock();
        }
    }

    public void onceOk() {
        outer.lock();
        try {
            add(1);
        } finally {
            outer.unlock();
        }
    }

    public void innerHeldOk() {
        outer.lock();
        try {
            inner.lock();
            try {
                add(1);
                add(2);
            } finally {
                inner.unlock();
            }
        } finally {
            outer.unlock();
        }
    }

    public void sameLockOk() {
        inner.lock();
        try {
            add(1);
            add(2);
        } finally {
            inner.unlock();
        }
    }

    public void contextReleasedBetweenOk() {
        outer.lock();
        try {
            add(1);
        } finally {
            outer.unlock();
        }
        outer.lock();
        try {
            add(2);
        } finally {
            outer.unlock();
        }
    }

    public synchronized void enterAndLeaveBad() {
        enter();
        value++;
        leave();
        enter(); // expect-audit: reacquired-lock/same-state
        value--;
        leave();
    }

    public synchronized void enterAndLeaveOk() {
        enter();
        value++;
        value--;
        leave();
    }

    @SuppressWarnings("try")
    public synchronized void wrapperBad() {
        try (Held first = new Held(inner)) {
            value++;
        }
        try (Held second = new Held(inner)) { // expect-audit: reacquired-lock/same-state
            value--;
        }
    }

    @SuppressWarnings("try")
    public synchronized void wrapperOk() {
        try (Held first = new Held(inner)) {
            value++;
            value--;
        }
    }

    public synchronized void mutexBad(Mutex mutex) {
        mutex.acquire();
        guarded++;
        mutex.release();
        mutex.acquire(); // expect-audit: reacquired-lock/same-state
        guarded--;
        mutex.release();
    }

    public synchronized void mutexOk(Mutex mutex) {
        mutex.acquire();
        try {
            guarded++;
            guarded--;
        } finally {
            mutex.release();
        }
    }

    public synchronized void twoMutexesOk(Mutex first, Mutex second) {
        first.acquire();
        guarded++;
        first.release();
        second.acquire();
        guarded--;
        second.release();
    }

    public synchronized void readThenWriteBad() {
        int old;
        both.readLock().lock();
        try {
            old = number;
        } finally {
            both.readLock().unlock();
        }
        both.writeLock().lock(); // expect: reacquired-lock/dependent
        try {
            number = old + 1;
        } finally {
            both.writeLock().unlock();
        }
    }

    public synchronized int readTwiceBad() {
        both.readLock().lock();
        int before = number;
        both.readLock().unlock();
        both.readLock().lock(); // expect: reacquired-lock/same-state
        int after = number;
        both.readLock().unlock();
        return after - before;
    }

    public synchronized int downgradeOk() {
        both.writeLock().lock();
        try {
            number++;
            both.readLock().lock();
        } finally {
            both.writeLock().unlock();
        }
        try {
            return number;
        } finally {
            both.readLock().unlock();
        }
    }

    public synchronized void tryLockTwiceBad() {
        if (inner.tryLock()) {
            try {
                value++;
            } finally {
                inner.unlock();
            }
        }
        if (inner.tryLock()) { // expect-audit: reacquired-lock/same-state
            try {
                value--;
            } finally {
                inner.unlock();
            }
        }
    }

    public synchronized void tryLockOnceOk() {
        if (inner.tryLock()) {
            try {
                value++;
            } finally {
                inner.unlock();
            }
        } else {
            misses++;
        }
    }

    /** Only where the attempt fails is the lock taken below. */
    public synchronized void tryLockThenLockOk() {
        if (!inner.tryLock()) {
            misses++;
            inner.lock();
        }
        try {
            value++;
        } finally {
            inner.unlock();
        }
    }

    public synchronized void tryLockUntilItWorksOk() {
        while (!inner.tryLock()) {
            misses++;
        }
        try {
            value++;
        } finally {
            inner.unlock();
        }
    }

    public synchronized void stampedBad() {
        long stamp = stamped.readLock();
        int old = size;
        stamped.unlockRead(stamp);
        stamp = stamped.writeLock(); // expect: reacquired-lock/dependent
        try {
            size = old + 1;
        } finally {
            stamped.unlockWrite(stamp);
        }
    }

    /** An optimistic read takes no lock. */
    public synchronized int optimisticOk() {
        long stamp = stamped.tryOptimisticRead();
        int seen = size;
        if (!stamped.validate(stamp)) {
            stamp = stamped.readLock();
            try {
                seen = size;
            } finally {
                stamped.unlockRead(stamp);
            }
        }
        return seen;
    }

    public synchronized void awaitInOneSectionOk() throws InterruptedException {
        inner.lock();
        try {
            while (value == 0) changed.await();
            value--;
        } finally {
            inner.unlock();
        }
    }
}
