package snag.runtime;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Figure 7.5: the set of locks that a thread holds, for monitors and java.util.concurrent locks, and the order that
 * locks make.
 *
 * The hooks run while the lock is held (after it was taken, before it is given back). Re-entrance is counted; wait and
 * await give the lock back as often as it is held, and take it as often again.
 *
 * Most monitors are only ever taken by one thread. An object that carries a shadow word remembers that in it
 * (Owned.LOCAL): such a monitor gets no record, the thread just keeps the object in its LocalLocks, and its exit is no
 * release that others could see, so the stamp stays and the fast path with it. Once the thread accesses a shared object
 * while it holds such a monitor, the monitor must be in the lockset: it gets a record ({@link #reveal}). When a second
 * thread takes the monitor, it makes the record and acquires what the first one did up to its last release of anything,
 * the last exit of this monitor or a later one (Records); so the first contact may order too much (and hide a race
 * there), never too little. Without this the monitor of a fresh object costs 700 to 800 ns of the thread's time on JDK
 * 17 (a weak record, an identity hash that inflates the monitor); with it 25 ns (bench/runtime). Objects without a
 * shadow word (plain Objects as locks, Class objects) always have a record in the side table.
 *
 * The two halves of a ReentrantReadWriteLock are two objects; they are one lock here, known by the Sync object that
 * they share. A reader acquires what writers released, a writer what readers and writers released; readers do not order
 * each other. A StampedLock in optimistic mode counts as held for reading until it is validated or taken otherwise: the
 * reads in between may race by design.
 */
final class Locks {
    private static final String LOCK_PACKAGE = "java.util.concurrent.locks.";

    private Locks() {}

    static void entered(PerThread p, Thread me, Object o, int site) {
        if (p.localLocks.size > 0) {
            int local = p.localLocks.find(o);
            if (local >= 0) {
                p.localLocks.again(local);
                return;
            }
        }
        LockSet held = p.locks.find(o);
        if (held != null) {
            held.count++;
            return;
        }
        Side side = p.locks.recent(o);
        if (side == null) {
            side = Records.forMonitor(p, me, o, site);
            if (side == Owned.LOCAL) p.localLocks = p.localLocks.with(o, site);
            if (side == null || side == Owned.LOCAL) return;
        }
        p.locks = p.locks.with(side, LockSet.EXCLUSIVE);
        acquireExclusive(p, side);
        if (Hooks.consistency) p.locks.unit = Units.entered(p, o, site);
    }

    /** Gives records to the local monitors that p holds, and puts them into the lockset. */
    static void reveal(PerThread p, Thread me) {
        LocalLocks local = p.localLocks;
        for (int i = 0; i < local.size; i++) {
            Object o = local.objectAt(i);
            Side side = Records.of(p, me, o, ClassInfo.of(o.getClass()).offset, local.siteAt(i));
            if (side == null) continue;
            p.locks = p.locks.with(side, LockSet.EXCLUSIVE);
            p.locks.count = local.countAt(i);
        }
        while (local.size > 0) local.remove(local.size - 1);
    }

    static void exiting(PerThread p, Thread me, Object o, int site) {
        if (p.localLocks.size > 0) {
            int local = p.localLocks.find(o);
            if (local >= 0) {
                if (p.localLocks.release(local)) leftLocal(p, me, o);
                return;
            }
        }
        LockSet held = p.locks.find(o);
        // Not held: entered before Snag was switched on, or dropped then.
        if (held == null || --held.count > 0) return;
        if (held.unit) Units.exiting(p, o);
        releaseExclusive(p, held.side);
        p.locks = p.locks.without(held);
        p.tick();
    }

    /**
     * The time advances, for the thread that takes the monitor second; the stamp does not, as nothing was recorded with
     * this lock.
     */
    private static void leftLocal(PerThread p, Thread me, Object o) {
        long offset = ClassInfo.of(o.getClass()).offset;
        Object s = Raw.UNSAFE.getReferenceVolatile(o, offset);
        // A record was made, or the object was handed over, while we were inside: then the next thread looks there.
        if (s instanceof Shadow) {
            releaseExclusive(p, Records.of((Shadow) s, o));
        } else if (s instanceof Owned && ((Owned) s).monitor != null && ((Owned) s).monitor != Owned.LOCAL) {
            releaseExclusive(p, ((Owned) s).monitor);
        }
        // Plain stores: the second thread reads them after it has taken the monitor, which we are about to leave.
        p.left();
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
        acquire(p, w.lock(), w.mode());
        p.locks = p.locks.with(w.lock(), w.mode());
        p.locks.count = w.count();
        if (Hooks.consistency && w.lock().refersTo(on)) p.locks.unit = Units.entered(p, on, site);
    }

    static void monitorWaiting(PerThread p, Thread me, Object o) {
        // The notifying thread will take it, too.
        if (p.localLocks.size > 0) reveal(p, me);
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
        if (side.base != null) p.acquire(side.base);
    }

    private static void releaseExclusive(PerThread p, Side side) {
        side.known = p.known;
        side.time = p.releaseTime();
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
