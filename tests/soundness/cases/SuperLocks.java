import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;

/** A lock of the program's own class, acquired by super.lock() and the like, within an override and elsewhere. */
public class SuperLocks extends ReentrantLock {
    private static final long serialVersionUID = 1;
    private transient int count;
    private transient int unlocked;

    @Override
    public void lock() {
        super.lock();
    }

    // unlock() is not overridden.

    private void overridden() {
        lock();
        count++;
        unlock();
    }

    private void bySuper() {
        super.lock();
        count++;
        super.unlock();
    }

    private void interruptibly() throws InterruptedException {
        super.lockInterruptibly();
        count++;
        super.unlock();
    }

    private void trying() {
        if (super.tryLock()) {
            count++;
            super.unlock();
        }
    }

    private void work() {
        try {
            overridden();
            unlocked++;
            bySuper();
            unlocked++;
            interruptibly();
            unlocked++;
            trying();
            unlocked++;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SuperLocks locks = new SuperLocks();
        SuperLocks others = new SuperLocks();
        CyclicBarrier together = new CyclicBarrier(2);
        Runnable work = () -> {
            for (int i = 0; i < 100; i++) {
                try {
                    together.await();
                } catch (Exception stop) {
                    return;
                }
                locks.work();
                others.work();
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("done");
    }
}
