// A monitor and an explicit lock are taken in both orders.
import java.util.concurrent.locks.ReentrantLock;

class LockOrderMonitorAndLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int state;

    public static void main(String[] arguments) {
        LockOrderMonitorAndLock machine = new LockOrderMonitorAndLock();
        new Thread(() -> machine.begin()).start();
        new Thread(() -> machine.end()).start();
    }

    synchronized void begin() {
        lock.lock();                         // expect: deadlock/lock-order
        try {
            state = 1;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            synchronized (this) {
                state = 0;
            }
        } finally {
            lock.unlock();
        }
    }
}
