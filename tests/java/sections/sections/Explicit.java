package sections;

import static sections.Use.use;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Ages of values under locks of java.util.concurrent. */
class Explicit {
    private final ReentrantLock guard = new ReentrantLock();
    private final ReentrantLock second = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final Lock readLock = both.readLock();
    private final Lock writeLock = both.writeLock();
    private int amount;
    private int rate;

    void set(int value) {
        guard.lock();
        amount = value;
        guard.unlock();
        writeLock.lock();
        rate = value;
        writeLock.unlock();
    }

    private int read() {
        guard.lock();
        try {
            return amount;
        } finally {
            guard.unlock();
        }
    }

    void tries() {
        int old = read();
        if (guard.tryLock()) {
            use(old); // site: tryLock true
            guard.unlock();
        } else {
            use(old); // site: tryLock false
        }
    }

    void triesNot() {
        int old = read();
        if (!guard.tryLock()) {
            use(old); // site: not tryLock true
            return;
        }
        use(old); // site: not tryLock false
        guard.unlock();
    }

    void triesInVariable() {
        int old = read();
        boolean taken = guard.tryLock();
        if (taken) {
            use(old); // site: tryLock in a variable
            guard.unlock();
        }
    }

    void triesWhenHeld() {
        guard.lock();
        int old = amount;
        if (guard.tryLock()) {
            use(old); // site: tryLock of a held lock
            guard.unlock();
            use(old); // site: given back once
        }
        guard.unlock();
    }

    void finallyBlock() {
        int old = 0;
        guard.lock();
        try {
            old = amount;
            Use.mayThrow();
        } catch (IllegalStateException e) {
            use(old); // site: caught under lock
        } finally {
            guard.unlock();
        }
        use(old); // site: behind finally
    }

    void views() {
        readLock.lock();
        int old = rate;
        use(old); // site: under the read lock
        readLock.unlock();
        writeLock.lock();
        use(old); // site: under the write lock
        writeLock.unlock();
    }

    void viewsByCall() {
        both.readLock().lock();
        int old = rate;
        both.readLock().unlock();
        writeLock.lock();
        use(old); // site: view by call
        writeLock.unlock();
    }

    void condition() throws InterruptedException {
        guard.lock();
        int old = amount;
        second.lock();
        use(old); // site: before await
        changed.await();
        use(old); // site: after await
        second.unlock();
        guard.unlock();
    }

    void conditionOfAnother() throws InterruptedException {
        second.lock();
        int old = amount;
        guard.lock();
        changed.await();
        use(old); // site: another awaited
        guard.unlock();
        second.unlock();
    }

    private void enter() {
        guard.lock();
    }

    private void exit() {
        guard.unlock();
    }

    void wrappers() {
        enter();
        int old = amount;
        use(old); // site: wrapper held
        exit();
        use(old); // site: wrapper released
        enter();
        use(old); // site: wrapper entered
        exit();
    }

    void triesAndFinally() {
        int old = 0;
        boolean taken = guard.tryLock();
        try {
            if (taken) old = amount;
        } finally {
            if (taken) guard.unlock();
        }
        use(old); // site: tested twice
        guard.lock();
        use(old); // site: taken again
        guard.unlock();
    }

    void viewInVariable(ReentrantReadWriteLock given) {
        Lock reading = given.readLock();
        reading.lock();
        int old = rate;
        use(old); // site: view in a variable
        reading.unlock();
        given.writeLock().lock();
        use(old); // site: other view
        given.writeLock().unlock();
    }
}
