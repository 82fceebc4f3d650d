package modern;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import papers.Use;

/** Sections in superclasses, interfaces, bridges, inner classes and lambdas. */
class Calls {
    static class Base {
        private int count;

        synchronized int get() {
            return count;
        }

        synchronized void set(int value) {
            count = value;
        }
    }

    static class Derived extends Base {
        void inheritedBad() {
            int old = get();
            set(old + 1); // expect: stale-value/lost-update
        }

        void superCallBad() {
            int old = super.get();
            super.set(old + 1); // expect: stale-value/lost-update
        }

        synchronized void inheritedOk() {
            int old = get();
            set(old + 1);
        }
    }

    /** The override locks and calls the locking method above it: one section. */
    static class Logged extends Base {
        @Override
        synchronized void set(int value) {
            Use.of(value);
            super.set(value);
        }

        void overriddenBad() {
            set(get() + 1); // expect: stale-value/lost-update
        }
    }

    interface Counter {
        int current();

        void change(int value);

        default void defaultMethodBad() {
            int old = current();
            change(old + 1); // expect: stale-value/lost-update
        }

        default void defaultMethodOk() {
            synchronized (this) {
                int old = current();
                change(old + 1);
            }
        }
    }

    static class LockedCounter implements Counter {
        private int value;

        @Override
        public synchronized int current() {
            return value;
        }

        @Override
        public synchronized void change(int next) {
            value = next;
        }
    }

    interface Cell<T> {
        T load();

        void store(T value);
    }

    static class IntCell implements Cell<Integer> {
        private Integer value = 0;

        @Override
        public synchronized Integer load() {
            return value;
        }

        @Override
        public synchronized void store(Integer next) {
            value = next;
        }
    }

    static void bridgeBad(Cell<Integer> cell) {
        Integer old = cell.load();
        cell.store(old + 1); // expect: stale-value/lost-update
    }

    static void withoutBridgeBad(IntCell cell) {
        cell.store(cell.load() + 1); // expect: stale-value/lost-update
    }

    static void bridgeOk(IntCell cell) {
        synchronized (cell) {
            Cell<Integer> same = cell;
            same.store(same.load() + 1);
        }
    }

    /** Locks the outer object through the hidden field of the inner one. */
    class Inner {
        void outerThisBad() {
            int old;
            synchronized (Calls.this) {
                old = count;
            }
            synchronized (Calls.this) {
                count = old + 1; // expect: stale-value/lost-update
            }
        }

        void outerThisOk() {
            synchronized (Calls.this) {
                int old = getCount();
                setCount(old + 1);
            }
        }

        synchronized void innerThenOuterOk() {
            int old = getCount();
            synchronized (this) {
                Use.of(old);
            }
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private int value;

    synchronized int getCount() {
        return count;
    }

    synchronized void setCount(int next) {
        count = next;
    }

    private int raw() {
        return count;
    }

    private void store(int next) {
        count = next;
    }

    private int plainValue() {
        return value;
    }

    synchronized int doubled() {
        return 2 * raw();
    }

    private <T> T withLock(Supplier<T> body) {
        lock.lock();
        try {
            return body.get();
        } finally {
            lock.unlock();
        }
    }

    private void runLocked(Runnable body) {
        lock.lock();
        try {
            body.run();
        } finally {
            lock.unlock();
        }
    }

    void accessorsBad() {
        int old;
        synchronized (this) {
            old = raw();
        }
        synchronized (this) {
            store(old + 1); // expect: stale-value/lost-update
        }
    }

    void accessorsOk() {
        synchronized (this) {
            int old = raw();
            store(old + 1);
        }
    }

    void deeperCalleeBad() {
        int old = doubled();
        setCount(old); // expect: stale-value/lost-update
    }

    void plainCalleeOk() {
        int old = getCount();
        Use.of(old);
    }

    void suppliersBad() {
        int old = withLock(() -> value);
        runLocked(() -> value = old + 1); // expect: stale-value/lost-update
    }

    void methodReferenceBad() {
        int old = withLock(this::plainValue);
        runLocked(() -> value = old + 1); // expect: stale-value/lost-update
    }

    void supplierDecidesBad() {
        boolean zero = withLock(() -> value == 0);
        if (zero) {
            runLocked(() -> value = 1); // expect: stale-value/check-then-act
        }
    }

    void oneSupplierOk() {
        runLocked(() -> {
            int old = value;
            value = old + 1;
        });
    }

    void suppliersUnderLockOk() {
        lock.lock();
        try {
            int old = withLock(() -> value);
            runLocked(() -> value = old + 1);
        } finally {
            lock.unlock();
        }
    }

    void forEachBad(List<String> names) {
        int old = getCount();
        synchronized (this) {
            names.forEach(name -> count = old + name.length()); // expect: stale-value/lost-update
        }
    }

    void forEachOk(List<String> names) {
        synchronized (this) {
            int old = count;
            names.forEach(name -> count = old + name.length());
        }
    }

    /** A sequential stream runs its lambda here and now, under the lock of the method. */
    synchronized void streamOk(List<String> names) {
        int old = count;
        names.stream().forEach(name -> count = old + name.length());
    }

    /** Each element has a section of its own, and no value goes from one to the next. */
    void forEachSectionOk(List<String> names) {
        names.forEach(name -> {
            synchronized (this) {
                count = count + name.length();
            }
        });
    }

    /** The value goes through a field of a new object. */
    void innerClassFalseNegative() {
        int old = getCount();
        Runnable later = new Runnable() {
            @Override
            public void run() {
                setCount(old + 1);
            }
        };
        later.run();
    }
}
