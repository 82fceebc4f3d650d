// checks: deadlock
// A flag says whether the lock is to be released: it is false wherever an exception leaves.
import java.util.concurrent.locks.ReentrantLock;

class LeakFlagTested {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int entered;

    static boolean enter(int limit) {
        LOCK.lock();
        boolean satisfied = false;
        try {
            satisfied = limit > Integer.parseInt("1");
        } finally {
            if (!satisfied) {
                LOCK.unlock();
            }
        }
        if (satisfied) {
            entered++;
            LOCK.unlock();
        }
        return satisfied;
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> enter(10)).start();
        }
    }
}
