package snag.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;

/**
 * Order between threads other than by exclusive locks: volatile fields, start and join, tasks, latches, queues,
 * atomics.
 *
 * {@code release} publishes what the thread has done so far with an object (before the operation), {@code acquire}
 * makes the thread know what was published with it (after the operation). Releases accumulate: a latch is counted down
 * by several threads, and a volatile read comes after all earlier writes in synchronisation order (JLS 17.4.4), not
 * only the last.
 *
 * A volatile field may also be written and read through a field updater, a VarHandle or Unsafe, which tell the object
 * but not the field: they release to the object's own clock, which every volatile read acquires, and acquire the clocks
 * of all its volatile fields. That orders more than really is ordered, too: by object, not by field.
 *
 * Tasks: the object given to an executor is often wrapped before it runs, so {@code starts} also releases to one clock
 * START that every {@code taskBegin} acquires, and {@code taskEnd} releases to DONE, which every join on something else
 * than a thread acquires. That orders more than really is ordered (a race between a task and code that runs before the
 * start of an unrelated task can be missed) and never less.
 */
final class Ordering {
    private static final long START = Raw.UNSAFE.objectFieldOffset(Ordering.class, "start");
    private static final long DONE = Raw.UNSAFE.objectFieldOffset(Ordering.class, "done");
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(Ordering.class, "busy");
    private static final Ordering TASKS = new Ordering();
    private static final int STATICS = 512;
    private static final VolatileClock[] STATIC_FIELDS = new VolatileClock[STATICS];
    private static final long VOLATILES = Raw.UNSAFE.objectFieldOffset(Side.class, "volatiles");

    private volatile int busy;
    private volatile Clock start;
    private volatile Clock done;

    private Ordering() {}

    private static void release(Object holder, long offset, PerThread p) {
        for (;;) {
            Clock old = (Clock) Raw.UNSAFE.getReferenceVolatile(holder, offset);
            Clock merged = Clock.merge(old, p);
            if (merged == old || Raw.UNSAFE.compareAndSetReference(holder, offset, old, merged)) return;
        }
    }

    /** Publishes with an object; the caller ticks. */
    static void release(Side side, PerThread p) {
        release(side, Side.CLOCK, p);
    }

    static void signals(PerThread p, Object o, int site) {
        Object shown = ClassInfo.shownCollection(o, site);
        if (shown != o) releaseTo(p, shown, site);
        // A class of the program that extends Properties may have fields of its own.
        if (shown == o || isOfProgram(o)) releaseTo(p, o, site);
        p.tick();
    }

    private static boolean isOfProgram(Object o) {
        return o.getClass().getClassLoader() != null;
    }

    private static void releaseTo(PerThread p, Object o, int site) {
        Thread me = Thread.currentThread();
        long offset = Records.offset(o, site);
        if (offset < 0 || !Records.volatileWriteOwned(p, me, o, offset, site)) {
            Side side = offset < 0 ? p.side(o, site) : Records.of(p, me, o, offset, site);
            if (side != null) release(side, Side.CLOCK, p);
        }
    }

    static void observes(PerThread p, Object o, int site) {
        Object shown = ClassInfo.shownCollection(o, site);
        if (shown != o) acquireFrom(p, shown, site);
        if (shown == o || isOfProgram(o)) acquireFrom(p, o, site);
    }

    private static void acquireFrom(PerThread p, Object o, int site) {
        long offset = Records.offset(o, site);
        acquireAll(
                p, offset < 0 ? p.knownSide(o, site) : Records.volatileRead(p, Thread.currentThread(), o, offset));
    }

    /** All that was published with an object, by whatever field: it may have been meant through a field updater. */
    private static void acquireAll(PerThread p, Side side) {
        if (side == null) return;
        p.acquire(side.clock);
        for (VolatileClock v = side.volatiles; v != null; v = v.next) p.acquire(v.clock);
    }

    static boolean isTask(Object o) {
        return o instanceof ForkJoinTask || o instanceof CompletableFuture;
    }

    static void starts(PerThread p, Object o) {
        if (o instanceof Thread) {
            Threads.starts(p, (Thread) o);
            return;
        }
        Side side = o == null ? null : SideTable.of(o);
        if (side != null) release(side, Side.CLOCK, p);
        release(TASKS, START, p);
        p.tick();
    }

    static void joins(PerThread p, Object o) {
        if (o instanceof Thread) {
            Threads.joined(p, (Thread) o);
            return;
        }
        p.acquire(TASKS.done);
        if (o == null) return;
        Side side = SideTable.find(o);
        if (side != null) p.acquire(side.clock);
        long offset = o instanceof Class ? -1 : ClassInfo.of(o.getClass()).offset;
        if (offset >= 0) acquireAll(p, Records.volatileRead(p, Thread.currentThread(), o, offset));
    }

    static void taskBegin(PerThread p, Object task) {
        p.acquire(TASKS.start);
        if (task instanceof Thread) p.acquire(Threads.startOf((Thread) task));
        Side side = task == null ? null : SideTable.find(task);
        if (side != null) p.acquire(side.clock);
    }

    static void taskEnd(PerThread p, Object task) {
        release(TASKS, DONE, p);
        Side side = task == null ? null : SideTable.find(task);
        if (side != null) release(side, Side.CLOCK, p);
        p.tick();
    }

    static void volatileRead(PerThread p, Object o, int number) {
        Site site = Site.of(number);
        if (site.volatileField < 0) return;
        VolatileClock v;
        if (o == null) {
            v = staticField(site.volatileField, false);
        } else {
            long offset = Records.offset(o, number);
            Side side =
                    offset < 0 ? p.knownSide(o, number) : Records.volatileRead(p, Thread.currentThread(), o, offset);
            if (side == null) return;
            p.acquire(side.clock);
            v = side.volatileOf(site.volatileField);
        }
        if (v != null) p.acquire(v.clock);
    }

    static void volatileWrite(PerThread p, Object o, int number) {
        Site site = Site.of(number);
        if (site.volatileField < 0) return;
        VolatileClock v = o == null ? staticField(site.volatileField, true) : fieldOf(p, o, site);
        if (v != null) release(v, VolatileClock.CLOCK, p);
        p.tick();
    }

    /** The clock for a volatile write; null if the shadow word has taken it. */
    private static VolatileClock fieldOf(PerThread p, Object o, Site site) {
        Thread me = Thread.currentThread();
        long offset = Records.offset(o, site.number);
        if (offset >= 0 && Records.volatileWriteOwned(p, me, o, offset, site.number)) return null;
        Side side = offset < 0 ? p.side(o, site.number) : Records.of(p, me, o, offset, site.number);
        if (side == null) return null;
        VolatileClock v = side.volatileOf(site.volatileField);
        while (v == null) {
            VolatileClock head = side.volatiles;
            VolatileClock made = new VolatileClock(site.volatileField, head);
            Raw.UNSAFE.compareAndSetReference(side, VOLATILES, head, made);
            v = side.volatileOf(site.volatileField);
        }
        return v;
    }

    /** The class of this static field is unloaded. */
    static void forget(int field) {
        if (!Raw.lockTable(TASKS, BUSY)) return;
        try {
            int i = field & STATICS - 1;
            STATIC_FIELDS[i] = without(STATIC_FIELDS[i], field);
        } finally {
            Raw.unlock(TASKS, BUSY);
        }
    }

    private static VolatileClock without(VolatileClock list, int field) {
        if (list == null || list.field == field) return list == null ? null : list.next;
        list.next = without(list.next, field);
        return list;
    }

    /** Static fields live as long as their field ids: a small table of lists. */
    static VolatileClock staticField(int field, boolean make) {
        int i = field & STATICS - 1;
        VolatileClock found = inList(STATIC_FIELDS[i], field);
        if (found != null || !make || !Raw.lockTable(TASKS, BUSY)) return found;
        try {
            found = inList(STATIC_FIELDS[i], field);
            if (found != null) return found;
            VolatileClock made = new VolatileClock(field, STATIC_FIELDS[i]);
            Raw.UNSAFE.storeFence();
            STATIC_FIELDS[i] = made;
            return made;
        } finally {
            Raw.unlock(TASKS, BUSY);
        }
    }

    private static VolatileClock inList(VolatileClock list, int field) {
        while (list != null && list.field != field) list = list.next;
        return list;
    }
}
