// infer#785: a ReentrantLock with its release in finally; tryLock() holds it where it returned true.
import java.util.concurrent.locks.ReentrantLock;

class LockReentrant {
    public static void main(String[] arguments) {
        Cell cell = new Cell(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Thread(() -> cell.use()).start(); // thread: lambda@8 many thread
        }
    }
}

class Cell {
    private final ReentrantLock lock = new ReentrantLock(); // object: global unique object-specific host=Cell
    private int value;

    void use() {
        lock.lock();
        try {
            value++; // access: threads=lambda@8 locks=lock
        } finally {
            lock.unlock();
        }
        value++; // access: threads=lambda@8 locks=none
        if (lock.tryLock()) {
            try {
                value++; // access: threads=lambda@8 locks=lock
            } finally {
                lock.unlock();
            }
        } else {
            value--; // access: threads=lambda@8 locks=none
        }
    }
}
