package snag.runtime;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What the JDK keeps to itself: carriers of virtual threads, and private fields of locks and collections, read by
 * name: which synchroniser a lock, a half of a read-write lock or a condition belongs to, and which collection a view,
 * an iterator or a wrapper shows. Where a JDK names them otherwise the methods return null or -1, and the callers fall
 * back.
 */
final class Internals {
    private static final long LOCK = ClassInfo.offsetIn(ReentrantLock.class, "sync");
    private static final long READ = ClassInfo.offsetIn(ReentrantReadWriteLock.ReadLock.class, "sync");
    private static final long WRITE = ClassInfo.offsetIn(ReentrantReadWriteLock.WriteLock.class, "sync");
    private static final long BOTH = ClassInfo.offsetIn(ReentrantReadWriteLock.class, "sync");
    private static final long CONDITION = ClassInfo.offsetIn(AbstractQueuedSynchronizer.ConditionObject.class, "this$0");
    private static final long LONG_CONDITION =
            ClassInfo.offsetIn(AbstractQueuedLongSynchronizer.ConditionObject.class, "this$0");

    /** Where a view, an iterator or a wrapper keeps the collection that it shows: class name (its beginning), field. */
    private static final String[][] SHOWN = {{"java.util.Collections$Synchronized", "mutex"},
            {"java.util.Collections$SetFromMap", "m"}, {"java.util.Collections$Unmodifiable", "c"},
            {"java.util.Collections$Unmodifiable", "m"}, {"java.util.Collections$Unmodifiable", "i"},
            {"java.util.Collections$Checked", "c"}, {"java.util.Collections$Checked", "m"},
            {"java.util.Collections$AsLIFOQueue", "q"}, {"java.util.ReverseOrder", "base"},
            {"java.util.Properties", "map"}, {"java.util.concurrent.ConcurrentHashMap$", "map"},
            {"java.util.concurrent.ConcurrentSkipListMap$", "m"}, {"java.util.concurrent.ConcurrentSkipListSet", "m"},
            {"java.util.concurrent.CopyOnWriteArrayList$Reversed", "base"},
            {"java.util.concurrent.CopyOnWriteArraySet", "al"}, {"java.util.", "this$0"}};

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

    private static Object get(Object o, long offset) {
        return offset < 0 ? null : Raw.UNSAFE.getReference(o, offset);
    }

    /** The Sync of a ReentrantReadWriteLock, from the lock or a half of it; the StampedLock of a view; else null. */
    static Object sharedOf(Object o) {
        if (o instanceof ReentrantReadWriteLock.ReadLock) return get(o, READ);
        if (o instanceof ReentrantReadWriteLock.WriteLock) return get(o, WRITE);
        if (o instanceof ReentrantReadWriteLock) return get(o, BOTH);
        if (o.getClass().getName().startsWith("java.util.concurrent.locks.StampedLock$")) {
            return get(o, ClassInfo.offsetIn(o.getClass(), "this$0"));
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

    /** Where instances of a class keep the collection that they show; -1 if they show none. */
    static long offsetOfShown(Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (c.getClassLoader() != null) continue;
            String name = c.getName();
            for (int i = 0; i < SHOWN.length; i++) {
                long found = name.startsWith(SHOWN[i][0]) ? ClassInfo.offsetIn(c, SHOWN[i][1]) : -1;
                if (found >= 0) return found;
            }
        }
        return -1;
    }
}
