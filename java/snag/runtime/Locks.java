package snag.runtime;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Figure 7.5: the set of locks that a thread holds, for monitors and java.util.concurrent locks, and the order that locks make.
 *
 * The hooks run while the lock is held (after it was taken, before it is given back). Re-entrance is counted; wait and await give the
 * lock back as often as it is held, and take it as often again.
 *
 * The two halves of a ReentrantReadWriteLock are two objects; they are one lock here, known by the Sync object that they share. A
 * reader acquires what writers released, a writer what readers and writers released; readers do not order each other.
 * A StampedLock in optimistic mode counts as held for reading until it is validated or taken otherwise: the reads in between may
 * race by design.
 */
final class Locks {
    private static final String LOCK_PACKAGE = "java.util.concurrent.locks.";

    private Locks() {}

    static void entered(PerThread p, Object o, int site) {
        LockSet top = p.locks;
        Side side = top.recent(o);
        if (side == null) {
            LockSet held = top.find(o);
            if (held != null) {
                held.count++;
                return;
            }
            side = p.side(o, site);
            if (side == null) return;
        } else if (top.find(side) != null) {
            top.find(side).count++;
            return;
        }
        p.locks = top.with(side, LockSet.EXCLUSIVE);
        acquireExclusive(p, side);
        if (Hooks.consistency) p.locks.unit = Units.entered(p, o, site);
    }

    static void exiting(PerThread p, Object o) {
        LockSet held = p.locks.find(o);
        // Not held: entered before Snag was switched on, or dropped then.
        if (held == null || --held.count > 0) return;
        if (held.unit) Units.exiting(p, o);
        releaseExclusive(p, held.side);
        p.locks = p.locks.without(held);
        p.tick();
    }

    static void waiting(PerThread p, Object o, Object on, LockSet held) {
        if (held.unit) Units.exiting(p, o);
        p.pushWaiting(on, held.side, held.mode, held.count);
        release(p, held.side, held.mode);
        p.locks = p.locks.without(held);
        p.tick();
    }

    static void waited(PerThread p, Object on, int site) {
        PerThread.Waiting w = p.popWaiting(on);
        if (w == null) return;
        acquire(p, w.lock, w.mode);
        p.locks = p.locks.with(w.lock, w.mode);
        p.locks.count = w.count;
        Object monitor = w.lock.get();
        if (Hooks.consistency && w.mode == LockSet.EXCLUSIVE && monitor == on) {
            p.locks.unit = Units.entered(p, monitor, site);
        }
    }

    static void monitorWaiting(PerThread p, Object o) {
        LockSet held = p.locks.find(o);
        if (held != null) waiting(p, o, o, held);
    }

    /** Condition.await: the lock that the condition belongs to; if that cannot be seen, the last one taken. */
    static void conditionWaiting(PerThread p, Object condition) {
        Object sync = Internals.syncOfCondition(condition);
        LockSet chosen = null;
        for (LockSet node = p.locks; node.side != null; node = node.parent) {
            Object lock = node.side.get();
            if (!isLock(lock) && !node.side.className.startsWith(LOCK_PACKAGE)) continue;
            if (chosen == null) chosen = node;
            if (sync != null && (lock == sync || Internals.syncOfLock(lock) == sync)) {
                chosen = node;
                break;
            }
        }
        if (chosen != null) waiting(p, null, condition, chosen);
    }

    static boolean isLock(Object o) {
        return o instanceof Lock || o instanceof StampedLock || o instanceof ReadWriteLock;
    }

    static void acquired(PerThread p, Object o, int mode, int site) {
        if (!isLock(o)) return;
        Object lock = identity(o);
        int as = modeOf(o, mode);
        Side side = p.locks.recent(lock);
        if (side == null) side = p.side(lock, site);
        if (side == null) return;
        LockSet held = p.locks.find(side);
        if (held != null && held.mode == LockSet.OPTIMISTIC) {
            p.locks = p.locks.without(held);
            p.stamp++;
            held = null;
        }
        if (held != null && as != LockSet.OPTIMISTIC) {
            // Re-entered. A writer that takes the read lock too goes on as a writer (downgrading: see released).
            held.count++;
            if (held.mode == LockSet.READ && (as == LockSet.WRITE || as == LockSet.EXCLUSIVE)) remode(p, held, as);
            return;
        }
        if (held != null) return;
        p.locks = p.locks.with(side, as);
        acquire(p, side, as);
    }

    static void released(PerThread p, Object o, int mode) {
        if (!isLock(o)) return;
        LockSet held = p.locks.find(identity(o));
        if (held == null) return;
        int as = modeOf(o, mode);
        if (--held.count > 0) {
            // The write lock is given back and the read lock kept: the others may come in as readers from here on.
            if (held.mode == LockSet.WRITE && as == LockSet.WRITE) {
                releaseExclusive(p, held.side);
                remode(p, held, LockSet.READ);
                p.tick();
            }
            return;
        }
        release(p, held.side, held.mode);
        p.locks = p.locks.without(held);
        p.tick();
    }

    private static void remode(PerThread p, LockSet held, int mode) {
        int count = held.count;
        p.locks = p.locks.without(held).with(held.side, mode);
        p.locks.count = count;
    }

    private static void acquire(PerThread p, Side side, int mode) {
        acquireExclusive(p, side);
        if (mode == LockSet.WRITE || mode == LockSet.EXCLUSIVE) p.acquire(side.clock);
    }

    private static void release(PerThread p, Side side, int mode) {
        if (mode == LockSet.EXCLUSIVE || mode == LockSet.WRITE) {
            releaseExclusive(p, side);
        } else if (mode == LockSet.READ) {
            Ordering.release(side, p);
        }
    }

    private static void acquireExclusive(PerThread p, Side side) {
        int slot = side.slot;
        if (slot >= 0) p.acquire(side.known, slot, side.time);
    }

    private static void releaseExclusive(PerThread p, Side side) {
        side.known = p.known;
        side.time = p.time;
        side.slot = p.slot;
    }

    /** The object that stands for a lock: for the halves of a read-write lock what they share. */
    private static Object identity(Object o) {
        if (o instanceof ReentrantLock || o instanceof StampedLock) return o;
        Object shared = Internals.sharedOf(o);
        return shared == null ? o : shared;
    }

    private static int modeOf(Object o, int mode) {
        if (o instanceof ReentrantReadWriteLock.ReadLock) return LockSet.READ;
        if (o instanceof ReentrantReadWriteLock.WriteLock) return LockSet.WRITE;
        if (mode != LockSet.EXCLUSIVE || o instanceof ReentrantLock) return mode;
        String name = o.getClass().getName();
        if (name.endsWith("StampedLock$ReadLockView")) return LockSet.READ;
        if (name.endsWith("StampedLock$WriteLockView")) return LockSet.WRITE;
        return mode;
    }
}
