package modern;

import java.util.Vector;

/** The pattern is there, and the default profile leaves it out: nothing can go wrong, or it is the way it is meant. */
public class Selection {
    /** Its lock is its owner's: one lock under two names. */
    public static class Part {
        private final Object mutex;
        private final Store store;
        private int size;

        public Part(Store store) {
            this.store = store;
            this.mutex = store.mutex;
        }

        public void copyFalsePositive() {
            synchronized (mutex) {
                int used = store.used();
                size = used;
                store.use(used + 1); // expect-audit: reacquired-lock/dependent
            }
        }
    }

    public static class Store {
        final Object mutex = new Object();
        private int used;
        private int[] all = new int[0];
        private Object log;

        int used() {
            synchronized (mutex) {
                return used;
            }
        }

        void use(int count) {
            synchronized (mutex) {
                used = count;
            }
        }

        int[] everything() {
            synchronized (mutex) {
                return all;
            }
        }

        void forget(int one) {
            synchronized (mutex) {
                for (int i = 0; i < all.length; i++) {
                    if (all[i] == one) all[i] = 0;
                }
            }
        }

        void replace(int[] others) {
            synchronized (mutex) {
                all = others;
            }
        }

        /** Only if there is still none. */
        void claim() {
            synchronized (mutex) {
                if (used == 0) used = 1;
            }
        }

        Object log() {
            synchronized (mutex) {
                if (log == null) log = new Object();
                return log;
            }
        }
    }

    /** Holds a lock of its own around it. */
    public static class Decorated {
        private final Selection inner;

        public Decorated(Selection inner) {
            this.inner = inner;
        }

        public synchronized void touch() {
            inner.nearBad();
        }
    }

    private final Store store = new Store();
    private final Vector<String> growing = new Vector<>();
    private final Vector<String> shrinking = new Vector<>();
    private int unprotected;

    public void grow(String name) {
        growing.add(name);
        shrinking.add(name);
    }

    public void shrink() {
        shrinking.remove(0);
    }

    public void setUnprotected(int value) {
        unprotected = value;
    }

    /** Confirmed by Decorated.touch, which is of the same file, so of the same work. */
    public void nearBad() {
        if (store.used() == 0) {
            store.use(1); // expect: reacquired-lock/dependent
        }
    }

    /** Its only context is ElsewhereContext's. */
    public void contextElsewhereFalsePositive() {
        if (store.used() == 0) {
            store.use(2); // expect-audit: reacquired-lock/dependent
        }
    }

    /** The second answer is for people. */
    public synchronized void messageFalsePositive() {
        if (store.used() > 10) {
            throw new IllegalStateException("too many: " + store.used()); // expect-audit: reacquired-lock/dependent
        }
    }

    /** One instead of the other. */
    public synchronized int triesAgainFalsePositive() {
        int used = store.used();
        if (used == 0) used = store.used(); // expect-audit: reacquired-lock/dependent
        return used;
    }

    /** The second tests again what it changes. */
    public synchronized void testsAgainFalsePositive() {
        if (store.used() == 0) {
            store.claim(); // expect-audit: reacquired-lock/same-state
        }
    }

    /** Whatever the first call has seen, the second sees as well. */
    public synchronized boolean filledOnceFalsePositive() {
        return store.log() == store.log(); // expect-audit: reacquired-lock/unrelated
    }

    /** A snapshot is made to be gone through. */
    public synchronized void snapshotFalsePositive() {
        for (int one : store.everything()) {
            store.forget(one); // expect-audit: reacquired-lock/same-state
        }
    }

    /** How often, but not with what. */
    public synchronized void asManyTimesFalsePositive() {
        int count = store.used();
        for (int i = 0; i < count; i++) {
            store.claim(); // expect-audit: reacquired-lock/same-state
        }
    }

    /** Nobody takes anything out: what was there stays. */
    public synchronized String onlyGrowsFalsePositive() {
        return growing.isEmpty() ? "" : growing.get(0); // expect-audit: reacquired-lock/unrelated
    }

    public synchronized String shrinksBad() {
        return shrinking.isEmpty() ? "" : shrinking.get(0); // expect: reacquired-lock/dependent
    }

    /** The context is given back in between. */
    public synchronized void waitsOk() throws InterruptedException {
        int used = store.used();
        wait();
        store.use(used + 1);
    }

    /** What is written without a lock the witness does not protect. */
    public synchronized int unprotectedFalsePositive() {
        int sum;
        synchronized (store.mutex) {
            sum = unprotected;
        }
        synchronized (store.mutex) { // expect-audit: reacquired-lock/unrelated
            sum += unprotected;
        }
        return sum;
    }

    /** Two calls away: too far for the default profile. */
    public synchronized void farFalsePositive() {
        if (first() == 0) {
            store.use(2); // expect-audit: reacquired-lock/dependent
        }
    }

    private int first() {
        return second();
    }

    private int second() {
        return store.used();
    }
}
