package snag.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Where a class keeps its shadow words: the offset of {@code $snag} in its instances; and whether calls on its instances
 * order threads, as those on collections that are safe to share do. Weak, so that classes can be
 * unloaded. Looked up by exact class: an offset is only ever used on instances of the class it was asked for.
 */
final class ClassInfo extends WeakReference<Object> {
    private static final int LENGTH = 1024;
    private static final ClassInfo[] TABLE = new ClassInfo[LENGTH];
    private static final ClassInfo[] RECENT = new ClassInfo[LENGTH];

    /** Offset of $snag, or -1 if the class carries none (its objects go to the side table). */
    final long offset;
    /** What a call through an interface ({@code Map.put}) meets: only the object tells. */
    final int contents;
    /** A plain collection of java.util: watched as one field. */
    static final int PLAIN = 0;
    /** A thread-safe one: it orders threads. */
    static final int SAFE = 1;
    /** The program's own (its fields are watched where they are accessed), views, and what never changes. */
    static final int OTHER = 2;
    /** False for a plain collection of the JDK, its views and its iterators. */
    private final boolean orders;

    /** Iterators that programs use most: told by comparing, which the JIT compiler can do ahead. */
    private static final Class<?> LIST_ITERATOR = new ArrayList<Object>().iterator().getClass();
    private static final Class<?> KEY_ITERATOR = new HashMap<Object, Object>().keySet().iterator().getClass();
    private static final Class<?> VALUE_ITERATOR = new HashMap<Object, Object>().values().iterator().getClass();
    private static final Class<?> ENTRY_ITERATOR = new HashMap<Object, Object>().entrySet().iterator().getClass();

    /** An iterator of a view of a view of a wrapper is the longest chain that the JDK makes. */
    private static final int LONGEST_CHAIN = 6;
    /** Offset of the field in which a view, an iterator or a wrapper keeps the collection that it shows, or -1. */
    private final long shown;

    private ClassInfo next;
    private boolean initialised;

    private ClassInfo(Class<?> type, ClassInfo next) {
        super(type);
        this.next = next;
        long found = -1;
        for (Class<?> c = type; c != null && c != Object.class && found < 0; c = c.getSuperclass()) {
            found = offsetIn(c, "$snag");
        }
        offset = found;
        boolean isLibrary = type.getClassLoader() == null;
        contents = isLibrary ? contentsOf(type.getName()) : OTHER;
        boolean iterates = Iterator.class.isAssignableFrom(type) || Enumeration.class.isAssignableFrom(type);
        boolean collects = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
        shown = iterates || collects ? Internals.offsetOfShown(type) : -1;
        boolean showsNothing = contents == OTHER && iterates && shown < 0;
        orders = !(isLibrary && (contents == PLAIN || showsNothing || isPartOfPlain(type.getName())));
    }

    /** HashMap$KeySet, ArrayList$Itr. */
    private static boolean isPartOfPlain(String name) {
        int end = name.indexOf('$');
        return end > 0 && !name.startsWith("java.util.Collections$") && contentsOf(name.substring(0, end)) == PLAIN;
    }

    /** One of the common iterators that order nothing; of the others {@code orders} tells. */
    static boolean isCommonIterator(Object o) {
        if (!(o instanceof Iterator)) return false;
        Class<?> type = o.getClass();
        return type == LIST_ITERATOR || type == KEY_ITERATOR || type == VALUE_ITERATOR || type == ENTRY_ITERATOR;
    }

    /** May what others have done with this object be ordered before what is done with it now? */
    static boolean orders(Object o, int site) {
        ClassInfo info = at(site, o);
        if (info.shown >= 0) return info.orders && of(shownCollection(o, site).getClass()).orders;
        // False for most iterators that the program itself defines: no thread has released anything through them.
        return info.orders && (info.offset < 0 || Records.wasReleased(o, info.offset));
    }

    /** A view, an iterator or a wrapper of a collection that orders threads. */
    static boolean showsSafe(Object o, int site) {
        return at(site, o).shown >= 0 && orders(o, site);
    }

    /**
     * The collection that a view, an iterator or a wrapper of the JDK shows, or the object itself. What one thread puts
     * into a ConcurrentHashMap another may find by an iterator of its values() that it had made before.
     */
    static Object shownCollection(Object o, int site) {
        ClassInfo info = at(site, o);
        for (int n = 0; info.shown >= 0 && n < LONGEST_CHAIN; n++) {
            Object collection = Raw.UNSAFE.getReference(o, info.shown);
            if (collection == null || collection == o) return o;
            o = collection;
            info = of(o.getClass());
        }
        return o;
    }

    private static int contentsOf(String name) {
        if (!name.startsWith("java.util.")) return OTHER;
        if (name.startsWith("java.util.concurrent.") || name.startsWith("java.util.Collections$Synchronized")
                || name.equals("java.util.Collections$SetFromMap") || name.equals("java.util.Vector")
                || name.equals("java.util.Stack")
                || name.equals("java.util.Hashtable") || name.equals("java.util.Properties")) {
            return SAFE;
        }
        boolean isView = name.indexOf('$') >= 0 || name.startsWith("java.util.ReverseOrder");
        return !isView && !name.startsWith("java.util.Immutable") ? PLAIN : OTHER;
    }

    /**
     * By name, through the VM: java.lang.reflect would resolve the types of all fields, that is, load application
     * classes at a moment when the program does not. For a static field it is the offset in the Class object.
     */
    static long offsetIn(Class<?> type, String name) {
        if (type.isArray() || type.isPrimitive()) return -1;  // the VM does not look, and crashes
        try {
            return Raw.UNSAFE.objectFieldOffset(type, name);
        } catch (InternalError e) {
            return -1;
        }
    }

    /** The record of a class. Races here make two equal records at worst. */
    static ClassInfo of(Class<?> type) {
        int i = System.identityHashCode(type) & LENGTH - 1;
        ClassInfo first = TABLE[i];
        for (ClassInfo info = first; info != null; info = info.next) {
            if (info.refersTo(type)) return info;
        }
        ClassInfo made = new ClassInfo(type, living(first));
        Raw.UNSAFE.storeFence();
        TABLE[i] = made;
        return made;
    }

    /** A chain without the records of unloaded classes. Two threads at once may leave one in. */
    private static ClassInfo living(ClassInfo first) {
        while (first != null && first.refersTo(null)) first = first.next;
        for (ClassInfo last = first; last != null; last = last.next) {
            ClassInfo after = last.next;
            while (after != null && after.refersTo(null)) after = after.next;
            if (after != last.next) last.next = after;
        }
        return first;
    }

    /** The record of an object's class, through a small cache by site. */
    static ClassInfo at(int site, Object o) {
        Class<?> type = o.getClass();
        ClassInfo info = RECENT[site & LENGTH - 1];
        if (info != null && info.refersTo(type)) return info;
        info = of(type);
        RECENT[site & LENGTH - 1] = info;
        return info;
    }

    /** Is the class still being initialised (then by the current thread)? */
    boolean initialising(Class<?> type) {
        if (initialised) return false;
        if (Raw.UNSAFE.shouldBeInitialized(type)) return true;
        initialised = true;
        return false;
    }
}
