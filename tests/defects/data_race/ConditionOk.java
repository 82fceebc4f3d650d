// A counter of free places under a ReentrantLock, with a condition on which those wait who find none.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class ConditionOk {
    public static void main(String[] arguments) {
        Garage garage = new Garage();
        for (int i = 0; i < 3; i++) {
            new Thread(garage::enter).start();
            new Thread(garage::leave).start();
        }
    }
}

class Garage {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int free = 2;

    void enter() {
        lock.lock();
        try {
            while (free == 0) {
                changed.awaitUninterruptibly();
            }
            free--;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            free++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
