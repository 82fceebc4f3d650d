package modern;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import papers.Use;

/** Volatile flags that are meant to let something happen once. */
class Once {
    private static final AtomicInteger users = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(2);
    private final AtomicBoolean finished = new AtomicBoolean();
    private volatile boolean closed;
    private volatile boolean ended;
    private volatile boolean started;
    private volatile boolean stopped;
    private volatile boolean named;
    private volatile boolean restarted;
    private volatile boolean cancelled;
    private volatile boolean counted;
    private volatile boolean safe;
    private int open;

    private synchronized void release() {
        open--;
        Use.of(open);
    }

    void closeBad() {
        if (closed) return;
        closed = true; // expect: stale-value/check-then-act
        users.decrementAndGet();
    }

    void endBad() {
        if (!ended) {
            release();
            ended = true; // expect: stale-value/check-then-act
        }
    }

    void startBad(Thread worker) {
        if (started) throw new IllegalStateException();
        started = true; // expect: stale-value/check-then-act
        worker.start();
    }

    void stopBad() {
        if (!stopped) {
            stopped = true; // expect: stale-value/check-then-act
            done.countDown();
        }
    }

    /** To close twice what may be closed twice does no harm: only the audit wants to know. */
    void nameBad(Thread worker) {
        if (!named) {
            named = true; // expect-audit: stale-value/check-then-act
            worker.setName("worker");
        }
    }

    void finishOk() {
        if (!finished.compareAndSet(false, true)) return;
        users.decrementAndGet();
    }

    synchronized void lockedOk() {
        if (safe) return;
        safe = true;
        users.decrementAndGet();
    }

    /** What can be started again is not meant to happen once: such a lifecycle is driven by one thread. */
    void restartBad() {
        if (!restarted) {
            restarted = true; // expect-audit: stale-value/check-then-act
            users.incrementAndGet();
        }
    }

    void restartLater() {
        restarted = false;
    }

    /** A loop that ends when it is told to. */
    void runBad() {
        while (!cancelled) {
            users.incrementAndGet();
            if (users.get() > 10) cancelled = true; // expect-audit: stale-value/check-then-act
        }
    }

    private void countOnce() {
        if (finished.compareAndSet(false, true)) users.incrementAndGet();
    }

    /** The callee sees to it. */
    void countedBad() {
        if (!counted) {
            counted = true; // expect-audit: stale-value/check-then-act
            countOnce();
        }
    }
}
