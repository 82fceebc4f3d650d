package snag.runtime;

import java.lang.ref.WeakReference;

/**
 * What Snag knows about one object that has no field for it: a lock, a task, a latch, an object with volatile fields,
 * an array, a library collection, an object of a retransformed class. Weak: it dies with the object (SideTable sweeps).
 */
final class Side extends WeakReference<Object> {
    static final long CLOCK = Raw.UNSAFE.objectFieldOffset(Side.class, "clock");
    static final long STATE = Raw.UNSAFE.objectFieldOffset(Side.class, "state");

    private static final String[] SYNCHRONISERS = {"$NonfairSync", "$FairSync"};

    /** Identity hash; 0 for the record of a monitor that is not in the table. */
    final int hash;
    final String className;

    /** Releases by threads that do not exclude each other: volatile writes, read unlocks, signals. Replaced by CAS. */
    volatile Clock clock;

    /**
     * The last exclusive release, as in a Clock. Three plain fields and no allocation: they are read and written while
     * the lock is held (before the unlock, after the lock), so the lock itself orders them.
     */
    Times known;
    int slot = -1;
    long time;
    /** What a first owner may have released through the monitor before there was this record, or null (Records). */
    Clock base;

    private volatile Side[] alone;

    /** For objects without $snag. */
    volatile Object state;

    /** The Shadow of an object that went back to one owner, for the next hand-over; or null. */
    volatile Shadow past;

    /** Clocks of volatile fields, by field id; null if there is none. Copied when it grows. */
    volatile VolatileClock volatiles;

    Side(Object o, int hash) {
        super(o);
        this.hash = hash;
        String name = o instanceof Class ? ((Class<?>) o).getName() : o.getClass().getName();
        // The synchroniser of a read-write lock stands for the lock (Locks).
        for (int i = 0; i < SYNCHRONISERS.length; i++) {
            if (name.endsWith(SYNCHRONISERS[i])) name = name.substring(0, name.length() - SYNCHRONISERS[i].length());
        }
        className = name;
    }

    /** Stands for no object. */
    Side() {
        super(null);
        hash = 0;
        className = "";
    }

    /** The set of this lock only. */
    Side[] alone() {
        Side[] set = alone;
        if (set == null) {
            set = new Side[] {this};
            alone = set;
        }
        return set;
    }

    /** As the JVM prints it: class name, at sign, identity hash. */
    String describe() {
        Object o = hash != 0 ? null : get();
        int number = o == null ? hash : System.identityHashCode(o);
        return new StringBuilder(className).append('@').append(Integer.toHexString(number)).toString();
    }

    /** The clock of one volatile field of this object, or null. */
    VolatileClock volatileOf(int field) {
        for (VolatileClock v = volatiles; v != null; v = v.next) {
            if (v.field == field) return v;
        }
        return null;
    }
}
