// mode: library
// The opposite order is hidden in a private helper that takes the second lock.
import java.util.concurrent.locks.ReentrantLock;

public class LockOrderHelperBad {
    private final ReentrantLock files = new ReentrantLock();
    private final ReentrantLock users = new ReentrantLock();
    private int open;
    private int active;

    public void login() {
        users.lock();
        try {
            active++;
            count();
        } finally {
            users.unlock();
        }
    }

    public int total() {
        files.lock();
        try {
            users.lock();
            try {
                return open + active;
            } finally {
                users.unlock();
            }
        } finally {
            files.unlock();
        }
    }

    private void count() {
        files.lock(); // expect: deadlock/lock-order
        try {
            open++;
        } finally {
            files.unlock();
        }
    }
}
