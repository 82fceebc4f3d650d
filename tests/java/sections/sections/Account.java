package sections;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** What callers have to know of methods. */
class Account {
    static Account instance;
    static Account spare;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Object mutex = new Object();
    private final Map<String, Long> names = new ConcurrentHashMap<>();
    private final Map<String, Long> plain = new HashMap<>();
    private final int[] slots = new int[40];
    private final Object[] points = new Object[40];
    private static final Object[] STRIPES = new Object[16];
    private long balance;
    private volatile int version;
    private int depth;
    private int other;

    long read() {
        return balance;
    }

    void write(long value) {
        balance = value;
    }

    synchronized long balance() {
        return balance;
    }

    synchronized void setBalance(long value) {
        balance = value;
    }

    void deposit(long amount) {
        setBalance(balance() + amount);
    }

    long guarded() {
        synchronized (mutex) {
            synchronized (this) {
                return balance;
            }
        }
    }

    long localLock() {
        Object local = makeLock();
        synchronized (local) {
            return balance;
        }
    }

    private native Object makeLock();

    int version() {
        return version;
    }

    Long name(String key) {
        return names.get(key);
    }

    void rename(String key, Long value) {
        names.put(key, value);
    }

    Long plainName(String key) {
        return plain.get(key);
    }

    void forget(String key) {
        plain.remove(key);
    }

    boolean isEmpty() {
        if (balance == 0) return true;
        return false;
    }

    synchronized long take() {
        long result = balance;
        balance = 0;
        return result;
    }

    synchronized long takeSometimes(boolean really) {
        long result = balance;
        if (really) balance = 0;
        return result;
    }

    synchronized void setIfEmpty(long value) {
        if (balance == 0) balance = value;
    }

    synchronized void setAndSetIfEmpty(long value) {
        balance = value;
        if (balance == 0) balance = value;
    }

    void setIfEmptyTooLate(long value) {
        boolean empty;
        synchronized (this) {
            empty = balance == 0;
        }
        if (empty) setBalance(value);
    }

    void enter() {
        lock.lock();
    }

    void exit() {
        lock.unlock();
    }

    void enterSometimes(boolean really) {
        if (really) lock.lock();
    }

    void enterUnless(boolean not) {
        lock.lock();
        if (!not) {
            depth++;
            return;
        }
        lock.unlock();
    }

    void enterIf(boolean really) {
        if (!really) return;
        lock.lock();
        depth++;
    }

    void both() {
        lock.lock();
        balance++;
        lock.unlock();
    }

    boolean tryEnter() {
        return lock.tryLock();
    }

    void awaitNotice() throws InterruptedException {
        wait();
    }

    synchronized void awaitNoticeInside() throws InterruptedException {
        wait();
    }

    void awaitChange() throws InterruptedException {
        changed.await();
    }

    <T> T withLock(Supplier<T> function) {
        lock.lock();
        try {
            return function.get();
        } finally {
            lock.unlock();
        }
    }

    void run(Runnable function) {
        function.run();
    }

    long balanceWithLock() {
        return withLock(() -> balance);
    }

    static int larger(int a, int b) {
        return a > b ? a : b;
    }

    static int firstOf(int a, int b) {
        return a;
    }

    static int constant(int a) {
        return 7;
    }

    Object mutex() {
        return mutex;
    }

    Object oneOfTwo(boolean first) {
        if (first) return mutex;
        return lock;
    }

    static Account instance() {
        return instance;
    }

    static Object literal() {
        return "literal";
    }

    void fillMany() {
        slots[0] = slots[1] = slots[2] = slots[3] = slots[4] = slots[5] = slots[6] = slots[7] = slots[8] = slots[9] = 1;
        slots[10] = slots[11] = slots[12] = slots[13] = slots[14] = slots[15] = slots[16] = slots[17] = slots[18] = 1;
        slots[19] = slots[20] = slots[21] = slots[22] = slots[23] = slots[24] = slots[25] = slots[26] = slots[27] = 1;
    }

    synchronized void touch(int i) {
        synchronized (points[i]) {
            slots[i] = 1;
        }
    }

    void touchThird() {
        touch(2);
    }

    void touchSecondArgument(long first, int second) {
        touch(second);
    }

    void touchNext(int i) {
        touch(i + 1);
    }

    int slot(int i) {
        return slots[i];
    }

    Object point(int i) {
        return points[i];
    }

    static Object stripe(int i) {
        return STRIPES[i];
    }

    void touchStripe(int i, int j) {
        synchronized (stripe(j)) {
            synchronized (point(i)) {
                balance = 0;
            }
        }
    }

    void even(int n) {
        if (n > 0) odd(n - 1);
    }

    void odd(int n) {
        synchronized (mutex) {
            depth = n;
        }
        even(n - 1);
    }

    void sinkBy(int n) {
        if (n > 0) {
            sinkBy(n - 1);
        } else {
            other = n;
        }
    }

    static void replaceInstance(Account by) {
        synchronized (Account.class) {
            instance = by;
        }
    }
}
