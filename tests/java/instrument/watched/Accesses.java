package watched;

/** What the rewriter must find, combine and leave alone: tests/unit/instrument/rewrite_test.cpp says what. */
public class Accesses {
    int a, b;
    long wide;
    final int fixed;
    volatile int flag;
    volatile long wideFlag;
    static int counter;
    static long total;
    static final Object LOCK = new Object();
    int[] numbers = new int[4];
    Accesses next;

    Accesses(int a, Accesses other) {
        this.a = a;
        this.fixed = a + this.a;
        other.b = a;
        other.next = this;
        this.b = a;
    }

    int oneGroup() {
        a = b + 1;
        wide = a;
        return b;
    }

    int twoObjects(Accesses other) {
        return a + other.a + other.b + b;
    }

    int callBetween() {
        int first = a;
        hashCode();
        return first + a;
    }

    int mathBetween() {
        int first = a;
        return first + Math.max(first, 3) + a;
    }

    int branches(boolean yes) {
        if (yes) return a;
        return b;
    }

    int volatiles() {
        int before = a;
        flag = before;
        wideFlag = flag;
        return a;
    }

    static long statics() {
        counter++;
        return total = counter;
    }

    int finals() {
        return fixed + LOCK.hashCode();
    }

    void monitors(Object o) {
        a = 1;
        synchronized (o) {
            b = 2;
        }
    }

    void ownMonitor() {
        synchronized (this) {
            b = 2;
        }
    }

    synchronized int synchronizedMethod(int x) {
        if (x > 0) return a;
        return b;
    }

    static synchronized void synchronizedStatic() {
        counter = 1;
    }

    int unit(int x) {
        if (x > 0) throw new IllegalStateException();
        a = x;
        return b;
    }

    int arrays(int[] values, long[] longs, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            values[i] += i;
            longs[i] = sum;
            sum += values[i];
        }
        return sum;
    }

    int[] freshArray() {
        int[] fresh = {1, 2, 3};
        return fresh;
    }

    void waits(Object o) throws InterruptedException {
        synchronized (o) {
            try {
                o.wait(5, 1);
            } catch (IllegalArgumentException e) {
                a = 1;
            }
        }
    }

    boolean locks(java.util.concurrent.locks.ReentrantLock lock) {
        lock.lock();
        try {
            return lock.tryLock();
        } finally {
            lock.unlock();
        }
    }

    void joins(Thread thread) {
        String name = thread.getName();
        try {
            thread.start();
            thread.join(1000L, 5);
        } catch (InterruptedException e) {
            a = name.length();
        }
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        return super.clone();
    }

    static int members(Class<?> of) {
        return of.getDeclaredFields().length + of.getDeclaredMethods().length;
    }

    Runnable lambda() {
        return () -> counter += a;
    }

    static class Other {
        static int foreign() {
            return counter + Unseen.number;
        }
    }

    static class Unseen {
        static int number;
    }

    interface Shape {
        static int fromInterface(Accesses accesses) {
            return accesses.a;
        }

        default int byDefault(Accesses accesses) {
            return accesses.b;
        }
    }

    record Pair(int left, int right) {
        int sum() {
            return left + right;
        }
    }

    enum Colour {
        RED, GREEN;
        int uses;

        void use() {
            uses++;
        }
    }

    @SuppressWarnings("serial")
    static class Kept implements java.io.Serializable {
        int x;
        protected transient String y;

        static long total() {
            return 1;
        }
    }

    static class Named implements java.io.Serializable {
        private static final long serialVersionUID = 5;
    }
}
