package snag.runtime;

import jdk.internal.vm.annotation.DontInline;

/**
 * The border between the hooks for synchronisation and what they do: finds the thread's record, keeps hooks that are
 * reached from inside Snag out, and lets no error through. One method for the many rare operations, own ones for
 * monitors.
 */
final class Sync {
    static final int WAITING = 0;
    static final int WAITED = 1;
    static final int ACQUIRED = 2;
    static final int RELEASED = 3;
    static final int AWAITING = 4;
    static final int SIGNALS = 5;
    static final int OBSERVES = 6;
    /** From here on the object may be null. */
    static final int VOLATILE_READ = 7;
    static final int VOLATILE_WRITE = 8;
    static final int STARTS = 9;
    static final int JOINS = 10;
    static final int TASK_BEGIN = 11;
    static final int TASK_END = 12;

    /**
     * In place of a lock's mode, where a call is named as that of a task is: fork "releases" and join "acquires" the
     * object, if it is a task.
     */
    static final int TASK = 4;

    private Sync() {}

    @DontInline
    static void entered(Object o, int site) {
        if (Hooks.off || o == null) return;
        Thread me = Thread.currentThread();
        PerThread p = Slow.enter(me);
        if (p == null) return;
        try {
            p.at = site;
            Locks.entered(p, me, o, site);
        } catch (Throwable t) {
            p.lost = true;
            Slow.caught(t);
        } finally {
            p.inside = false;
        }
    }

    @DontInline
    static void exiting(Object o, int site) {
        if (Hooks.off || o == null) return;
        Thread me = Thread.currentThread();
        PerThread p = Slow.enter(me);
        if (p == null) return;
        try {
            p.at = site;
            Locks.exiting(p, me, o, site);
        } catch (Throwable t) {
            p.lost = true;
            Slow.caught(t);
        } finally {
            p.inside = false;
        }
    }

    @DontInline
    static void run(int operation, Object o, int mode, int site) {
        if (Hooks.off || o == null && operation < VOLATILE_READ) return;
        // Iterators are made and asked often, and most of them belong to collections that order nothing.
        if (operation == OBSERVES && !ClassInfo.orders(o, site)) return;
        PerThread p = Slow.enter(Thread.currentThread());
        if (p == null) return;
        try {
            // Thread.start has none: the call that led there has told its own just before.
            if (site != 0) p.at = site;
            perform(p, operation, o, mode, site);
        } catch (Throwable t) {
            p.lost = true;
            Slow.caught(t);
        } finally {
            p.inside = false;
        }
    }

    private static void perform(PerThread p, int operation, Object o, int mode, int site) {
        switch (operation) {
            case WAITING -> Locks.monitorWaiting(p, Thread.currentThread(), o);
            case WAITED -> Locks.waited(p, o, site);
            case ACQUIRED -> {
                if (mode != TASK) {
                    Locks.acquired(p, o, mode, site);
                } else if (Ordering.isTask(o)) {
                    Ordering.joins(p, o);
                }
            }
            case RELEASED -> {
                if (mode != TASK) {
                    Locks.released(p, o, mode);
                } else if (Ordering.isTask(o)) {
                    Ordering.starts(p, o);
                }
            }
            case AWAITING -> Locks.conditionWaiting(p, o);
            case SIGNALS -> Ordering.signals(p, o, site);
            case OBSERVES -> Ordering.observes(p, o, site);
            case VOLATILE_READ -> Ordering.volatileRead(p, o, site);
            case VOLATILE_WRITE -> Ordering.volatileWrite(p, o, site);
            case STARTS -> Ordering.starts(p, o);
            case JOINS -> Ordering.joins(p, o);
            case TASK_BEGIN -> Ordering.taskBegin(p, o);
            case TASK_END -> Ordering.taskEnd(p, o);
            default -> throw new IllegalArgumentException();
        }
    }
}
