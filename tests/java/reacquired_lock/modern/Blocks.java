package modern;

/** Synchronized blocks and methods: nested, re-entered, static, left in the middle. */
public class Blocks {
    private static int issued;

    private final Object lock = new Object();
    private final Object other = new Object();
    private final Account account;
    private int count;
    private int total;
    private boolean ready;
    private Object cached;

    public Blocks(Account account) {
        this.account = account;
    }

    public static synchronized int issue() {
        issued++;
        return issued;
    }

    public synchronized void increment() {
        count++;
    }

    public void twoBlocksBad() {
        synchronized (other) {
            synchronized (lock) {
                total++;
            }
            synchronized (lock) { // expect-audit: reacquired-lock/same-state
                total--;
            }
        }
    }

    public void oneAfterTheOtherOk() {
        synchronized (other) {
            total++;
        }
        synchronized (lock) {
            total--;
        }
        synchronized (lock) {
            total--;
        }
    }

    /** Both locks inside the context are taken twice. */
    public synchronized void nestedTwiceBad() {
        synchronized (lock) {
            total += account.getBalance();
        }
        synchronized (lock) { // expect-audit: reacquired-lock/same-state
            total -= account.getBalance(); // expect: reacquired-lock/same-state
        }
    }

    public synchronized void outerBlockHoldsWitnessOk() {
        synchronized (lock) {
            synchronized (lock) {
                total++;
            }
            synchronized (lock) {
                total--;
            }
        }
    }

    public synchronized void reentrantContextOk() {
        synchronized (this) {
            count++;
        }
        synchronized (this) {
            count--;
        }
    }

    public synchronized void reentrantCallsOk() {
        increment();
        increment();
    }

    public void thisIsTheWitnessBad() {
        synchronized (lock) {
            increment();
            total++;
            increment(); // expect-audit: reacquired-lock/same-state
        }
    }

    public void differentContextsOk() {
        synchronized (this) {
            account.deposit(1);
        }
        synchronized (other) {
            account.deposit(2);
        }
    }

    public void outerContextStaysBad() {
        synchronized (this) {
            synchronized (lock) {
                account.deposit(1);
            }
            synchronized (other) {
                account.deposit(2); // expect-audit: reacquired-lock/same-state
            }
        }
    }

    public static synchronized void staticContextBad(Account account) {
        account.deposit(1);
        account.deposit(2); // expect-audit: reacquired-lock/same-state
    }

    public synchronized int classIsTheWitnessBad() {
        int first = issue();
        int second = issue(); // expect: reacquired-lock/same-state
        return first + second;
    }

    public synchronized int classHeldOk() {
        synchronized (Blocks.class) {
            return issue() + issue();
        }
    }

    public static synchronized int staticReentrantOk() {
        return issue() + issue();
    }

    public void forget() {
        synchronized (lock) {
            cached = null;
        }
    }

    public synchronized Object returnFromFirstBlockBad() {
        synchronized (lock) {
            if (cached != null) return cached;
        }
        Object made = new Object();
        synchronized (lock) { // expect: reacquired-lock/dependent
            cached = made;
        }
        return made;
    }

    public synchronized Object doubleCheckedOk() {
        if (cached == null) {
            synchronized (lock) {
                if (cached == null) cached = new Object();
            }
        }
        return cached;
    }

    public synchronized void localLockBad(Object[] locks) {
        Object mine = locks[0];
        synchronized (mine) {
            total++;
        }
        synchronized (mine) { // expect-audit: reacquired-lock/same-state
            total--;
        }
    }

    public synchronized void localLockReassignedOk(Object[] locks) {
        Object mine = locks[0];
        synchronized (mine) {
            total++;
        }
        mine = locks[1];
        synchronized (mine) {
            total--;
        }
    }

    /** The hidden copy of the lock is released, whatever the variable says meanwhile. */
    public synchronized void reassignedInsideOk(Object first, Object second) {
        Object mine = first;
        synchronized (mine) {
            mine = second;
            total++;
        }
        synchronized (mine) {
            total--;
        }
    }

    public void signal() {
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
    }

    /** Waiting releases the lock, but within one block that asks again. */
    public synchronized void waitInOneBlockOk() throws InterruptedException {
        synchronized (lock) {
            while (!ready) lock.wait();
            total++;
        }
    }
}
