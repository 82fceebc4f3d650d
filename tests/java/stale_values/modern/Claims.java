package modern;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import papers.Use;

/** Home-made locks: claims by compareAndSet, spin locks, gates with wait and notify; and what only looks like one. */
class Claims {
    /** A spin lock of its own class. */
    static final class Spin {
        private final AtomicBoolean taken = new AtomicBoolean();

        void lock() {
            while (!taken.compareAndSet(false, true)) Thread.onSpinWait();
        }

        void unlock() {
            taken.set(false);
        }
    }

    /** A lock with an owner. */
    static final class Owned {
        private final AtomicReference<Thread> owner = new AtomicReference<>();

        void lock() {
            while (!owner.compareAndSet(null, Thread.currentThread())) Thread.yield();
        }

        void unlock() {
            owner.set(null);
        }
    }

    /** A flag under a monitor. */
    static final class Gate {
        private boolean taken;

        synchronized void enter() throws InterruptedException {
            while (taken) wait();
            taken = true;
        }

        synchronized void leave() {
            taken = false;
            notify();
        }
    }

    private static final Map<String, Claims> registry = new ConcurrentHashMap<>();
    private static final AtomicBoolean allBusy = new AtomicBoolean();
    private final Map<String, Integer> shared = new ConcurrentHashMap<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean running = new AtomicBoolean();
    private final Spin spin = new Spin();
    private final Owned owned = new Owned();
    private final Gate gate = new Gate();
    private final Map<String, Integer> map = new ConcurrentHashMap<>();
    private final Map<String, Integer> other = new ConcurrentHashMap<>();
    private volatile int rounds;
    private volatile int outside;
    private int guarded;
    private boolean inside;

    synchronized int guarded() {
        return guarded;
    }

    synchronized void setGuarded(int value) {
        guarded = value;
    }

    void readers() {
        Use.of(rounds);
        Use.of(outside);
    }

    void claimedOk(String key) {
        if (!busy.compareAndSet(false, true)) return;
        try {
            rounds++;
            Integer old = map.get(key);
            map.put(key, old == null ? 1 : old + 1);
        } finally {
            busy.set(false);
        }
    }

    void claimedIfOk() {
        if (busy.compareAndSet(false, true)) {
            try {
                setGuarded(guarded() + 1);
            } finally {
                busy.set(false);
            }
        }
    }

    void testedBeforeClaimOk() {
        if (busy.get()) return;
        if (!busy.compareAndSet(false, true)) return;
        try {
            Use.of(1);
        } finally {
            busy.set(false);
        }
    }

    void spinOk() {
        while (!busy.compareAndSet(false, true)) Thread.onSpinWait();
        try {
            rounds++;
        } finally {
            busy.set(false);
        }
    }

    void spinLockOk(String key) {
        spin.lock();
        try {
            rounds++;
            if (!map.containsKey(key)) map.put(key, 1);
            setGuarded(guarded() + 1);
        } finally {
            spin.unlock();
        }
    }

    void ownedLockOk() {
        owned.lock();
        try {
            setGuarded(guarded() + 1);
        } finally {
            owned.unlock();
        }
    }

    void gateOk(String key) throws InterruptedException {
        gate.enter();
        try {
            rounds++;
            if (!map.containsKey(key)) map.put(key, 1);
            setGuarded(guarded() + 1);
        } finally {
            gate.leave();
        }
    }

    /** The same without a class for it. */
    void gateHereOk() throws InterruptedException {
        synchronized (this) {
            while (inside) wait();
            inside = true;
        }
        try {
            setGuarded(guarded() + 1);
        } finally {
            synchronized (this) {
                inside = false;
                notify();
            }
        }
    }

    /** After the claim was given back. */
    void afterClaimBad() {
        if (!busy.compareAndSet(false, true)) return;
        busy.set(false);
        outside++; // expect: stale-value/lost-update
    }

    /** The read is not under the claim. */
    void halfClaimedBad(String key) {
        Integer old = other.get(key);
        if (busy.compareAndSet(false, true)) {
            try {
                other.put(key, old == null ? 1 : old + 1); // expect: stale-value/check-then-act
            } finally {
                busy.set(false);
            }
        }
    }

    /** Whoever does not get it goes on all the same. */
    void unheededBad() {
        boolean mine = busy.compareAndSet(false, true);
        outside++; // expect: stale-value/lost-update
        if (mine) busy.set(false);
    }

    private void start() {
        if (!running.compareAndSet(false, true)) throw new IllegalStateException();
    }

    void stop() {
        running.set(false);
    }

    /** What is running is not what is locked. */
    void lifecycleBad() {
        start();
        outside++; // expect: stale-value/lost-update
    }

    /** Each object has a claim of its own, and all have one registry. */
    void registryBad(String name) {
        if (!busy.compareAndSet(false, true)) return;
        try {
            if (!registry.containsKey(name)) {
                registry.put(name, this); // expect: stale-value/check-then-act
            }
        } finally {
            busy.set(false);
        }
    }

    /** One claim for all. */
    void registryOk(String name) {
        if (!allBusy.compareAndSet(false, true)) return;
        try {
            if (!registry.containsKey(name)) registry.put(name, this);
        } finally {
            allBusy.set(false);
        }
    }

    /** The object of the claim is not the one whose map it is. */
    class Worker {
        private final AtomicBoolean active = new AtomicBoolean();

        void workBad(String key) {
            if (!active.compareAndSet(false, true)) return;
            try {
                Integer old = shared.get(key);
                shared.put(key, old == null ? 1 : old + 1); // expect: stale-value/check-then-act
            } finally {
                active.set(false);
            }
        }
    }
}
