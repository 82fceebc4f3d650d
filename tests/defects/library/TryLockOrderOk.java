// mode: library
// The second lock is only tried: the thread gives up the first one if it does not get it.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockOrderOk {
    private final ReentrantLock left = new ReentrantLock();
    private final ReentrantLock right = new ReentrantLock();

    public boolean forward(Runnable action) {
        return both(left, right, action);
    }

    public boolean backward(Runnable action) {
        return both(right, left, action);
    }

    private static boolean both(ReentrantLock first, ReentrantLock second, Runnable action) {
        first.lock();
        try {
            if (!second.tryLock()) {
                return false;
            }
            try {
                action.run();
                return true;
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }
}
