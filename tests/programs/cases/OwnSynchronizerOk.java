// Synchronisers of the program's own on AbstractQueuedSynchronizer: a lock that is no java.util.concurrent Lock, and a
// latch. And questions instead of waiting: a latch's count, a thread that has ended, a future that was cancelled.
// variant: default
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OwnSynchronizerOk {
    private int guarded;
    private int published;
    private int unordered;

    static class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;
        private transient Thread owner;

        final void enter() {
            if (compareAndSetState(0, 1)) {
                owner = Thread.currentThread();
            } else {
                acquire(1);
            }
        }

        final void leave() {
            release(1);
        }

        @Override
        protected boolean tryAcquire(int permits) {
            if (!compareAndSetState(0, 1)) return false;
            owner = Thread.currentThread();
            return true;
        }

        @Override
        protected boolean tryRelease(int permits) {
            owner = null;
            setState(0);
            return true;
        }
    }

    static final class Gate extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        boolean isOpen() {
            return getState() != 0;
        }

        @Override
        protected int tryAcquireShared(int ignored) {
            return isOpen() ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    private static void count(Mutex mutex, OwnSynchronizerOk shared) {
        for (int i = 0; i < 300; i++) {
            mutex.enter();
            shared.guarded++;
            mutex.leave();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Mutex mutex = new Mutex();
        Gate gate = new Gate();
        Gate back = new Gate();
        CountDownLatch latch = new CountDownLatch(1);
        FutureTask<Void> cancelled = new FutureTask<>(() -> null);
        OwnSynchronizerOk shared = new OwnSynchronizerOk();
        OwnSynchronizerOk[] boxes = new OwnSynchronizerOk[4];
        for (int i = 0; i < boxes.length; i++) boxes[i] = new OwnSynchronizerOk();
        Thread worker = new Thread(() -> {
            gate.acquireShared(1);
            boxes[0].published++;
            back.releaseShared(1);
            while (latch.getCount() > 0) Thread.yield();
            boxes[1].published++;
            while (!cancelled.isCancelled()) Thread.yield();
            boxes[2].published++;
            boxes[3].unordered++;  // expect: object-race OwnSynchronizerOk.unordered
            count(mutex, shared);
        });
        worker.start();
        boxes[0].published++;
        gate.releaseShared(1);
        while (!back.isOpen()) Thread.yield();
        boxes[0].published++;
        boxes[1].published++;
        latch.countDown();
        boxes[2].published++;
        cancelled.cancel(false);
        for (int i = 0; i < 10; i++) {
            boxes[3].unordered++;
            Thread.sleep(10);
        }
        count(mutex, shared);
        while (worker.isAlive()) Thread.yield();
        for (OwnSynchronizerOk each : boxes) each.published++;
        System.out.println(shared.guarded + " " + boxes[0].published + " " + boxes[1].published);
    }
}
