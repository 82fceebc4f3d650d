// await() gives the lock back while it waits: before and after it, the lock is held.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class LockCondition {
    public static void main(String[] arguments) {
        Buffer buffer = new Buffer(); // object: global shared escape unique
        new Thread(() -> buffer.put()).start(); // thread: lambda@9 one thread
        new Thread(() -> buffer.take()).start(); // thread: lambda@10 one thread
    }
}

class Buffer {
    private final Lock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private int count;

    void put() {
        lock.lock();
        try {
            count++; // access: threads=lambda@9 locks=lock
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    void take() {
        lock.lock();
        try {
            while (count == 0) { // access: threads=lambda@10 locks=lock
                filled.awaitUninterruptibly();
            }
            count--; // access: threads=lambda@10 locks=lock
        } finally {
            lock.unlock();
        }
    }
}
