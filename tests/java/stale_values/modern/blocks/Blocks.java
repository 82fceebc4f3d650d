package modern.blocks;

import java.util.concurrent.locks.ReentrantLock;
import papers.Use;

/** Block-local atomicity in the strict sense: every use of a value outside the block in which it was read. */
class Blocks {
    private final Object lock = new Object();
    private final Object second = new Object();
    private final ReentrantLock explicit = new ReentrantLock();
    private final int limit;
    private int value;
    private int mirror;
    private int inner;
    private boolean ready;
    private int copy;
    private int version;
    private boolean large;

    Blocks(int limit) {
        this.limit = limit;
    }

    void write(int next) {
        synchronized (lock) {
            value = next;
            copy = next;
        }
        synchronized (second) {
            mirror = next;
        }
        explicit.lock();
        try {
            inner = next;
        } finally {
            explicit.unlock();
        }
    }

    int returnedOk() {
        synchronized (lock) {
            return value;
        }
    }

    void allInsideOk() {
        synchronized (lock) {
            int now = value;
            if (now > 3) Use.of(now);
            value = now + 1;
        }
    }

    void branchBad() {
        int now;
        synchronized (lock) {
            now = value;
        }
        if (now > 3) { // expect-audit: block-atomicity/escaped-value
            Use.of(1);
        }
    }

    void firstUseOnlyBad() {
        int now;
        synchronized (lock) {
            now = value;
        }
        Use.of(now); // expect-audit: block-atomicity/escaped-value
        Use.of(now + 1);
        if (now > 3) Use.of(now);
    }

    void twoValuesBad() {
        int a;
        int b;
        synchronized (lock) {
            a = value;
            b = copy;
        }
        Use.of(a); // expect-audit: block-atomicity/escaped-value
        Use.of(7);
        Use.of(b); // expect-audit: block-atomicity/escaped-value
    }

    void derivedInsideBad() {
        int twice;
        synchronized (lock) {
            twice = 2 * value;
        }
        Use.of(twice); // expect-audit: block-atomicity/escaped-value
    }

    void twoLocksMixedBad() {
        int a;
        int b;
        synchronized (lock) {
            a = value;
        }
        synchronized (second) {
            b = mirror;
        }
        int sum = a + b; // expect-audit: block-atomicity/mixed-blocks
        Use.of(sum);
    }

    /** The same lock twice: the first value is older than the second. */
    void oneLockMixedBad() {
        int a;
        int b;
        synchronized (lock) {
            a = value;
        }
        synchronized (lock) {
            b = copy;
        }
        int sum = a + b; // expect: block-atomicity/mixed-blocks // expect-audit: stale-value/use-after
        Use.of(sum);
    }

    void explicitInnerLockBad() {
        synchronized (lock) {
            int now;
            explicit.lock();
            try {
                now = inner;
            } finally {
                explicit.unlock();
            }
            Use.of(now); // expect-audit: block-atomicity/escaped-value
        }
    }

    /** The outer block goes on while the inner one lasts. */
    void outerValueInInnerBlockOk() {
        synchronized (lock) {
            int now = value;
            synchronized (second) {
                Use.of(now);
            }
        }
    }

    void reentrantBlockOk() {
        synchronized (lock) {
            int now;
            synchronized (lock) {
                now = value;
            }
            Use.of(now);
        }
    }

    void finalFieldOk() {
        int most;
        synchronized (lock) {
            most = limit;
        }
        Use.of(most);
    }

    synchronized void wake() {
        version = 1;
        ready = true;
        notifyAll();
    }

    synchronized void waitBad() throws InterruptedException {
        int now = version;
        while (!ready) {
            wait();
        }
        Use.of(now); // expect: stale-value/stale-use // expect-audit: block-atomicity/escaped-value
    }

    void calleesBlockBad() {
        int now = returnedOk();
        Use.of(now); // expect-audit: block-atomicity/escaped-value
    }

    void calleesBlockUnderItsLockOk() {
        synchronized (lock) {
            int now = returnedOk();
            Use.of(now);
        }
    }

    void storedOutsideBad() {
        int now;
        synchronized (lock) {
            now = value;
        }
        large = now > 3; // expect-audit: block-atomicity/escaped-value
    }

    private java.util.List<String> pending = new java.util.ArrayList<>();
    private java.util.List<String> published = java.util.List.of();

    synchronized void addPending(String text) {
        pending.add(text);
        if (pending.size() > 100) pending = new java.util.ArrayList<>();
    }

    /** The lock guards what the list holds as well, since others add to it; outside it only the reference is safe. */
    int referenceBad() {
        java.util.List<String> seen;
        synchronized (this) {
            seen = pending;
        }
        return seen.size() + 1; // expect: block-atomicity/escaped-value
    }

    /** The lock guards the reference alone: the list is replaced, never changed. */
    int referenceOk() {
        java.util.List<String> seen;
        synchronized (this) {
            seen = published;
        }
        return seen.size() + 1; // expect-audit: block-atomicity/escaped-value
    }

    synchronized void publish(java.util.List<String> next) {
        published = java.util.List.copyOf(next);
    }
}
