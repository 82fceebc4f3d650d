package modern;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import papers.Use;

/** Every operation of an atomic or volatile variable is a section of its own. */
class Atomics {
    private final AtomicInteger number = new AtomicInteger();
    private final AtomicInteger second = new AtomicInteger();
    private final AtomicInteger guarded = new AtomicInteger(); // by this
    private final AtomicBoolean flag = new AtomicBoolean();
    private final AtomicReference<String> name = new AtomicReference<>();
    private volatile int ticks;
    private volatile int steady; // written under this
    private volatile int other;
    private volatile long wide;
    private volatile boolean started;
    private volatile Object instance;
    private static volatile int everywhere;

    /** Other writers, and a reader, without which some of the following would be harmless. */
    void setAll(boolean on, String text) {
        flag.set(on);
        name.set(text);
        started = on;
        Use.of(wide > everywhere ? 1 : 0);
    }

    void getThenSetBad() {
        int old = number.get();
        number.set(old + 1); // expect: stale-value/check-then-act
    }

    void withoutLocalBad() {
        number.set(number.get() + 1); // expect: stale-value/check-then-act
    }

    void flagBad() {
        if (!flag.get()) {
            flag.set(true); // expect: stale-value/check-then-act
        }
    }

    void earlyReturnBad() {
        if (number.get() > 10) return;
        Use.of(1);
        number.set(11); // expect: stale-value/check-then-act
    }

    void referenceBad() {
        String old = name.get();
        if (old == null) {
            name.set("first"); // expect: stale-value/check-then-act
        }
    }

    /** The lock covers the first half only. */
    void lockedGetBad() {
        int old;
        synchronized (this) {
            old = number.get();
        }
        number.set(old + 1); // expect: stale-value/check-then-act
    }

    static void parameterBad(AtomicLong given) {
        long old = given.get();
        given.set(Math.max(old, 5L)); // expect: stale-value/check-then-act
    }

    void compareAndSetOk() {
        int old;
        do {
            old = number.get();
        } while (!number.compareAndSet(old, old + 1));
    }

    void getAndSetOk() {
        if (number.get() > 0) {
            Use.of(number.getAndSet(0));
        }
    }

    void updateAndGetOk() {
        if (number.get() > 0) {
            Use.of(number.updateAndGet(now -> now > 0 ? now - 1 : 0));
        }
    }

    void referenceCompareAndSetOk() {
        if (name.get() == null) {
            Use.of(name.compareAndSet(null, "first") ? 1 : 0);
        }
    }

    synchronized void commonLockOk() {
        int old = guarded.get();
        guarded.set(old + 1);
    }

    void otherAtomicOk() {
        second.set(number.get() + 1);
    }

    void otherObjectOk(Atomics source) {
        number.set(source.number.get());
    }

    void unrelatedSetOk() {
        int old = number.get();
        Use.of(old);
        number.set(0);
    }

    int localOk() {
        AtomicInteger local = new AtomicInteger();
        local.set(local.get() + 1);
        return local.get();
    }

    void volatileIncrementBad() {
        ticks++; // expect: stale-value/lost-update
    }

    void volatileAssignmentBad() {
        ticks = ticks + 1; // expect: stale-value/lost-update
    }

    void volatileLongBad(int amount) {
        wide += amount; // expect: stale-value/lost-update
    }

    static void volatileStaticBad() {
        everywhere--; // expect: stale-value/lost-update
    }

    void volatileFlagBad() {
        if (!started) {
            started = true; // expect-audit: stale-value/check-then-act
        }
    }

    void volatileIncrementOk() {
        synchronized (this) {
            steady++;
        }
    }

    synchronized void callsUnderLock() {
        volatileInPrivateMethodOk();
    }

    private void volatileInPrivateMethodOk() {
        steady++;
    }

    void volatileCopyOk() {
        other = ticks + 1;
    }

    void volatileOfOtherObjectOk(Atomics source) {
        ticks = source.ticks;
    }

    void volatileSnapshotOk() {
        int old = ticks;
        if (old > 3) Use.of(old);
    }

    Object doubleCheckedOk() {
        if (instance == null) {
            synchronized (this) {
                if (instance == null) {
                    instance = new Object();
                }
            }
        }
        return instance;
    }
}
