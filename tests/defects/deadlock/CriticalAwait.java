// A condition is awaited while a second lock is held, and the signalling thread needs that lock first.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class CriticalAwait {
    private final Object account = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition paid = lock.newCondition();
    private int money;

    public static void main(String[] arguments) {
        CriticalAwait shop = new CriticalAwait();
        new Thread(() -> shop.sell()).start();
        new Thread(() -> shop.pay()).start();
    }

    void sell() {
        synchronized (account) {
            lock.lock();
            try {
                while (money == 0) {
                    paid.awaitUninterruptibly();  // expect: deadlock/critical-wait
                }
                money--;
            } finally {
                lock.unlock();
            }
        }
    }

    void pay() {
        synchronized (account) {
            lock.lock();
            try {
                money++;
                paid.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
