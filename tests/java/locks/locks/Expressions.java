package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Every form of lock expression, one method each. */
class Expressions {
    static final Object GLOBAL = new Object();
    final Object guard = new Object();
    final ReentrantLock lock = new ReentrantLock();
    final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    final Condition changed = lock.newCondition();
    Expressions next;
    Object[] parts = new Object[4];
    Object[][] grid = new Object[2][2];
    int count;

    synchronized void onThis() {
        count++;
    }

    static synchronized void onClass() {
        GLOBAL.hashCode();
    }

    void onField() {
        synchronized (guard) {
            count++;
        }
    }

    void onStaticField() {
        synchronized (GLOBAL) {
            count++;
        }
    }

    void onLiteral() {
        synchronized (String.class) {
            count++;
        }
    }

    void onParameter(Object given) {
        synchronized (given) {
            count++;
        }
    }

    void onLocal() {
        Object made = make();
        synchronized (made) {
            count++;
        }
    }

    void onCall() {
        synchronized (make()) {
            count++;
        }
    }

    void onPath() {
        synchronized (next.next.guard) {
            count++;
        }
    }

    void onLongPath() {
        synchronized (next.next.next.next.guard) {
            count++;
        }
    }

    void onElement(int i) {
        synchronized (parts[i]) {
            synchronized (grid[1][i]) {
                count++;
            }
        }
    }

    void onCast(Object given) {
        synchronized ((String) given) {
            count++;
        }
    }

    void inLoop() {
        for (Object part : parts) {
            synchronized (part) {
                count++;
            }
        }
    }

    int withReturnsAndThrows(int n) throws Exception {
        synchronized (this) {
            if (n == 0) {
                return 1;
            }
            if (n == 1) {
                throw new Exception();
            }
            while (n > 2) {
                n--;
                if (n == 7) {
                    break;
                }
            }
        }
        return 2;
    }

    int withTryInside(String text) {
        synchronized (guard) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                return -1;
            } finally {
                count++;
            }
        }
    }

    synchronized int stringSwitch(String text) {
        switch (text) {
            case "a":
                synchronized (guard) {
                    return 1;
                }
            default:
                return count;
        }
    }

    void withLock() {
        lock.lock();
        try {
            while (count == 0) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean withTryLock() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            return count > 0;
        } finally {
            lock.unlock();
        }
    }

    void withReadLock() {
        both.readLock().lock();
        try {
            count++;
        } finally {
            both.readLock().unlock();
        }
    }

    synchronized void waiting() throws InterruptedException {
        while (count == 0) {
            wait();
        }
    }

    private Object make() {
        return new Object();
    }
}
