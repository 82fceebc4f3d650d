package annotated;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import notes.GuardedBy;

/** Methods that run with locks of their callers, who are not here. */
public class Guards {
    static final Object LOCK = new Object();
    final Object lock = new Object();
    final Object other = new Object();
    final Registry registry = new Registry();
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final ReentrantReadWriteLock.WriteLock writing = both.writeLock();
    private int count;

    static class Registry {
        static final Object SHARED = new Object();
        final Object lock = new Object();
    }

    public void nobodysBad() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    @GuardedBy("lock")
    public void namedOk() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = old + 1;
        }
    }

    @GuardedBy("this.lock")
    public void namedWithThisOk() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = old + 1;
        }
    }

    @GuardedBy({"other", "lock"})
    public void severalOk() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = old + 1;
        }
    }

    @GuardedBy("chooseLock()")
    public void notUnderstoodBad() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = old + 1; // expect: stale-value/lost-update
        }
    }

    @GuardedBy("this")
    public void thisOk() {
        int old;
        synchronized (this) {
            old = count;
        }
        synchronized (this) {
            count = old + 1;
        }
    }

    @GuardedBy("Guards.class")
    public void classOk() {
        int old;
        synchronized (Guards.class) {
            old = count;
        }
        synchronized (Guards.class) {
            count = old + 1;
        }
    }

    @GuardedBy("Guards.LOCK")
    public void staticOk() {
        int old;
        synchronized (LOCK) {
            old = count;
        }
        synchronized (LOCK) {
            count = old + 1;
        }
    }

    @GuardedBy("annotated.Guards.Registry.SHARED")
    public void wholeNameOk() {
        int old;
        synchronized (Registry.SHARED) {
            old = count;
        }
        synchronized (Registry.SHARED) {
            count = old + 1;
        }
    }

    @GuardedBy("registry.lock")
    public void fieldOfAFieldOk() {
        int old;
        synchronized (registry.lock) {
            old = count;
        }
        synchronized (registry.lock) {
            count = old + 1;
        }
    }

    @GuardedBy("writing")
    public void viewOk() {
        int old;
        both.writeLock().lock();
        try {
            old = count;
        } finally {
            both.writeLock().unlock();
        }
        both.writeLock().lock();
        try {
            count = old + 1;
        } finally {
            both.writeLock().unlock();
        }
    }

    /** Its only caller runs with the lock, too. */
    private void calledWithItOk() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = old + 1;
        }
    }

    @GuardedBy("lock")
    public void caller() {
        calledWithItOk();
    }

    /** Callers of a private method are known, and this one holds nothing: the annotation is believed. */
    @GuardedBy("lock")
    private void believedOk() {
        int old;
        synchronized (lock) {
            old = count;
        }
        synchronized (lock) {
            count = old + 1;
        }
    }

    public void forgetful() {
        believedOk();
    }

    class Inner {
        @GuardedBy("Guards.this.lock")
        public void outersOk() {
            int old;
            synchronized (lock) {
                old = count;
            }
            synchronized (lock) {
                count = old + 1;
            }
        }

        @GuardedBy("lock")
        public void outersByNameOk() {
            int old;
            synchronized (lock) {
                old = count;
            }
            synchronized (lock) {
                count = old + 1;
            }
        }

        @GuardedBy("Guards.this")
        public void outerItselfOk() {
            int old;
            synchronized (Guards.this) {
                old = count;
            }
            synchronized (Guards.this) {
                count = old + 1;
            }
        }

        @GuardedBy("this")
        public void ownOk() {
            int old;
            synchronized (this) {
                old = count;
            }
            synchronized (this) {
                count = old + 1;
            }
        }
    }

    static class Nested {
        /** There is no object around it. */
        @GuardedBy("lock")
        public void nobodysLockBad(Guards guards) {
            int old;
            synchronized (guards.lock) {
                old = guards.count;
            }
            synchronized (guards.lock) {
                guards.count = old + 1; // expect: stale-value/lost-update
            }
        }

        @GuardedBy("LOCK")
        public static int staticByNameOk(Guards guards) {
            int old;
            synchronized (LOCK) {
                old = guards.count;
            }
            synchronized (LOCK) {
                guards.count = old + 1;
            }
            return old;
        }

        /** It has no object at all. */
        @GuardedBy("this")
        public static void staticThisBad(Guards guards) {
            int old;
            synchronized (guards) {
                old = guards.count;
            }
            synchronized (guards) {
                guards.count = old + 1; // expect: stale-value/lost-update
            }
        }
    }

    /** For tests of the fields' accessor. */
    static class Fields {
        @GuardedBy("this") int byThis;
        @GuardedBy("lock") int byLock;
        @GuardedBy("itself") final Object itself = new Object();
        @GuardedBy("Fields.class") static int byClass;
        @GuardedBy("nowhere") int byNothing;
        @GuardedBy("this") static int byNobody;
        final Object lock = new Object();
    }
}
