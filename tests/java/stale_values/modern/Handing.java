package modern;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import papers.Use;

/** Locks that methods hand to each other. */
class Handing {
    private final ReentrantLock guard = new ReentrantLock();
    private int amount;

    private void pause() {
        guard.unlock();
        Thread.yield();
        guard.lock();
    }

    void pausedInBetweenBad() {
        guard.lock();
        try {
            int old = amount;
            pause();
            amount = old + 1; // expect: stale-value/lost-update
        } finally {
            guard.unlock();
        }
    }

    void lockInsideTryOk() {
        try {
            guard.lock();
            amount = amount + 1;
        } finally {
            guard.unlock();
        }
    }

    void twoWithLockInsideTryBad() {
        int old;
        try {
            guard.lock();
            old = amount;
        } finally {
            guard.unlock();
        }
        try {
            guard.lock();
            amount = old + 1; // expect: stale-value/lost-update
        } finally {
            guard.unlock();
        }
    }

    synchronized void nothing() {
    }

    /** A method without code takes its lock and gives it back all the same. */
    void pastAnEmptyMethodBad() {
        int old;
        synchronized (this) {
            nothing();
            old = amount;
        }
        synchronized (this) {
            nothing();
            amount = old + 1; // expect: stale-value/lost-update
        }
    }

    void outer(Condition given) throws InterruptedException {
        guard.lock();
        try {
            waitsForCallersLockBad(given);
        } finally {
            guard.unlock();
        }
    }

    private void waitsForCallersLockBad(Condition given) throws InterruptedException {
        int old = amount;
        given.await();
        amount = old + 1; // expect: stale-value/lost-update
    }

    /** Two objects of one class, each with its lock and a view of the other's. */
    static class Linked {
        final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        private final Lock own;
        private final Lock others;
        private int count;

        Linked(Linked other) {
            own = both.writeLock();
            others = other.both.writeLock();
        }

        void otherLockOk() {
            int old;
            own.lock();
            old = count;
            own.unlock();
            others.lock();
            Use.of(old);
            others.unlock();
        }

        void sameLockBad() {
            int old;
            both.readLock().lock();
            old = count;
            both.readLock().unlock();
            own.lock();
            count = old + 1; // expect: stale-value/lost-update
            own.unlock();
        }
    }

    /** Nobody in the jar completes it. */
    abstract static class Template {
        private int value;

        synchronized int get() {
            return value;
        }

        synchronized void set(int next) {
            value = next;
        }

        abstract void work();

        void templateBad() {
            set(get() + 1); // expect: stale-value/lost-update
        }
    }

    static class Step {
        int done;

        void step() {
        }

        Runnable later() {
            return this::step;
        }
    }

    /** Called with the lock, and through a method reference without it. */
    static class Special extends Step {
        synchronized int done() {
            return done;
        }

        synchronized void setDone(int next) {
            done = next;
        }

        @Override
        void step() {
            calledBad();
        }

        private void calledBad() {
            setDone(done() + 1); // expect: stale-value/lost-update
        }

        void runLocked() {
            synchronized (this) {
                step();
            }
        }
    }
}
