package modern;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import papers.Use;

/** Calls that give the lock back and take it again. */
class Waiting {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Object other = new Object();
    private int[] slots = new int[4];
    private int full;
    private int version;
    private boolean ready;
    private int generation;
    private int missing = 3;

    synchronized void wake() {
        ready = true;
        notifyAll();
    }

    void fill(int[] fresh) {
        lock.lock();
        try {
            slots = fresh;
            full++;
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    private void awaitReady() throws InterruptedException {
        while (!ready) wait();
    }

    synchronized void waitBad() throws InterruptedException {
        int seen = version;
        while (!ready) {
            wait();
        }
        version = seen + 1; // expect: stale-value/lost-update
    }

    synchronized void waitInCalleeBad() throws InterruptedException {
        int seen = version;
        awaitReady();
        version = seen + 1; // expect: stale-value/lost-update
    }

    synchronized void waitOk() throws InterruptedException {
        while (!ready) {
            wait();
        }
        ready = false;
        int seen = version;
        version = seen + 1;
    }

    synchronized void sleepOk() throws InterruptedException {
        int seen = version;
        Thread.sleep(10);
        version = seen + 1;
    }

    synchronized void waitForOtherOk() throws InterruptedException {
        int seen = version;
        synchronized (other) {
            other.wait(10);
        }
        version = seen + 1;
    }

    void awaitBad() throws InterruptedException {
        lock.lock();
        try {
            int[] array = slots;
            while (full == 0) {
                filled.await();
            }
            Use.of(array); // expect: stale-value/stale-use
            full--;
        } finally {
            lock.unlock();
        }
    }

    boolean awaitNanosBad(long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            int[] array = slots;
            while (full == 0) {
                if (left <= 0) return false;
                left = filled.awaitNanos(left);
            }
            Use.of(array); // expect: stale-value/stale-use
            full--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    void awaitOk() throws InterruptedException {
        lock.lock();
        try {
            while (full == 0) {
                filled.await();
            }
            int[] array = slots;
            Use.of(array);
            full--;
        } finally {
            lock.unlock();
        }
    }

    /** The barrier's idiom: the old generation is only compared with the new one. */
    synchronized void generationOk() throws InterruptedException {
        int arrived = generation;
        missing--;
        if (missing == 0) {
            generation++;
            missing = 3;
            notifyAll();
            return;
        }
        while (arrived == generation) {
            wait();
        }
    }
}
