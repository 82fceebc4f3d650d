// ReentrantLock: lock, tryLock, tryLock with a time, re-entrance, unlock in finally.
// variant: default
// variant: lockset options="--lockset-only"
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockOk {
    private final Lock lock = new ReentrantLock();
    private int count;

    void add() {
        lock.lock();
        try {
            count++;
            addAgain();
            count++;
        } finally {
            lock.unlock();
        }
    }

    private void addAgain() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    void addIfFree() throws InterruptedException {
        while (!lock.tryLock()) {
            Thread.yield();
        }
        try {
            count++;
        } finally {
            lock.unlock();
        }
        if (lock.tryLock(10, TimeUnit.SECONDS)) {
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }
        lock.lockInterruptibly();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLockOk counter = new ReentrantLockOk();
        Thread one = new Thread(() -> {
            for (int j = 0; j < 300; j++) {
                counter.add();
            }
        });
        Thread two = new Thread(() -> {
            try {
                for (int j = 0; j < 300; j++) {
                    counter.addIfFree();
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        counter.lock.lock();
        System.out.println(counter.count);
        counter.lock.unlock();
    }
}
