// What is locked under a test is released under the same test; a second test of something else may not be true.
// checks: deadlock
import java.util.concurrent.locks.ReentrantLock;

class LeakSameTest {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int sum;

    static void sameOk(int n, boolean locks) {
        if (locks) LOCK.lock();
        try {
            sum += n;
        } finally {
            if (locks) LOCK.unlock();
        }
    }

    static void otherBad(int n, boolean locks, boolean unlocks) {
        if (locks) LOCK.lock(); // expect: deadlock/lock-leak
        try {
            sum -= n;
        } finally {
            if (unlocks) LOCK.unlock();
        }
    }

    public static void main(String[] arguments) {
        new Thread(() -> sameOk(1, true)).start();
        sameOk(2, true);
        otherBad(3, true, arguments.length == 0);
    }
}
