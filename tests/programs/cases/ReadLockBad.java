// A write under the read lock, which does not keep other readers out.
// variant: default output=any
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockBad {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int hits;

    void look() {
        lock.readLock().lock();
        try {
            hits++;  // expect: object-race ReadLockBad.hits
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadLockBad shared = new ReadLockBad();
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                shared.look();
                nap(2);
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(shared.hits);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
