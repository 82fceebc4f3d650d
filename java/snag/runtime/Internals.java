package snag.runtime;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What the JDK keeps to itself: carriers of virtual threads, and private fields of java.util.concurrent locks, read by
 * name: which synchroniser a lock, a half of a read-write lock or a condition belongs to. Where a JDK names them
 * otherwise the answer is null and the callers fall back.
 */
final class Internals {
    private static final long LOCK = offset(ReentrantLock.class, "sync");
    private static final long READ = offset(ReentrantReadWriteLock.ReadLock.class, "sync");
    private static final long WRITE = offset(ReentrantReadWriteLock.WriteLock.class, "sync");
    private static final long BOTH = offset(ReentrantReadWriteLock.class, "sync");
    private static final long CONDITION = offset(AbstractQueuedSynchronizer.ConditionObject.class, "this$0");
    private static final long LONG_CONDITION = offset(AbstractQueuedLongSynchronizer.ConditionObject.class, "this$0");

    private static Class<?> carrier;

    private Internals() {}

    /**
     * Does the thread carry virtual threads? The tasks that it runs are pieces of theirs, from one wait to the next,
     * and order nothing.
     */
    static boolean isCarrier(Thread thread) {
        Class<?> type = thread.getClass();
        if (type == Thread.class || carrier != null) return type == carrier;
        if (!type.getName().equals("jdk.internal.misc.CarrierThread")) return false;
        carrier = type;
        return true;
    }

    private static long offset(Class<?> type, String name) {
        try {
            return Raw.UNSAFE.objectFieldOffset(type, name);
        } catch (InternalError e) {
            return -1;
        }
    }

    private static Object get(Object o, long offset) {
        return offset < 0 ? null : Raw.UNSAFE.getReference(o, offset);
    }

    /** The Sync of a ReentrantReadWriteLock, from the lock or a half of it; the StampedLock of a view; else null. */
    static Object sharedOf(Object o) {
        if (o instanceof ReentrantReadWriteLock.ReadLock) return get(o, READ);
        if (o instanceof ReentrantReadWriteLock.WriteLock) return get(o, WRITE);
        if (o instanceof ReentrantReadWriteLock) return get(o, BOTH);
        if (o.getClass().getName().startsWith("java.util.concurrent.locks.StampedLock$")) {
            return get(o, offset(o.getClass(), "this$0"));
        }
        return null;
    }

    static Object syncOfLock(Object o) {
        if (o instanceof ReentrantLock) return get(o, LOCK);
        return o == null ? null : sharedOf(o);
    }

    static Object syncOfCondition(Object o) {
        if (o instanceof AbstractQueuedSynchronizer.ConditionObject) return get(o, CONDITION);
        if (o instanceof AbstractQueuedLongSynchronizer.ConditionObject) return get(o, LONG_CONDITION);
        return null;
    }
}
