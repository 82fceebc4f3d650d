// spotbugs#3516: the lock is taken by a method and released by close() of what it returns.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class LockAutoCloseable {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(() -> cell.use()).start(); // thread: lambda@9 many thread
        }
    }
}

class Guard implements AutoCloseable {
    private final Lock lock;

    Guard(Lock lock) {
        this.lock = lock; // access: unshared
        lock.lock();
    }

    @Override
    public void close() {
        lock.unlock();
    }
}

class Cell {
    private final Lock lock = new ReentrantLock(); // object: global unique
    private int value;

    void use() {
        try (Guard guard = new Guard(lock)) { // object: !shared
            value++; // access: threads=lambda@9 locks=lock
        }
        value = 0; // access: threads=lambda@9 locks=none
        enter();
        value++; // access: threads=lambda@9 locks=lock
        leave();
    }

    private void enter() {
        lock.lock();
    }

    private void leave() {
        lock.unlock();
    }
}
