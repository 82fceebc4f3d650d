package snag.runtime;

/**
 * Weak identity table: object to Side. Striped by identity hash; look-ups take no lock, insertions a short spin lock on
 * the stripe.
 *
 * Dead entries are swept when a stripe fills up, which is amortised O(1) an insertion and needs no reference queue (its
 * lock is a java.util.concurrent one on newer JDKs). A stripe that is still half full of live entries after the sweep
 * doubles.
 *
 * An array of entries is never changed but by adding; growing publishes a new one. A look-up that misses in an old
 * array is repeated under the lock when the caller wants to insert; when it only wants to know, the entry did not exist
 * a moment ago, which is a schedule that was possible too.
 */
final class SideTable {
    private static final int STRIPES = 64;
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(SideTable.class, "busy");
    private static final SideTable[] TABLES = new SideTable[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) TABLES[i] = new SideTable();
    }

    private volatile int busy;
    private volatile Side[] entries = new Side[16];
    private int used;

    private SideTable() {}

    /** The record of an object, or null if there is none. */
    static Side find(Object o) {
        int hash = System.identityHashCode(o);
        return probe(TABLES[hash & STRIPES - 1].entries, o, hash);
    }

    /** The record of an object, made if necessary; null only if the stripe is stuck (then the event is dropped). */
    static Side of(Object o) {
        int hash = System.identityHashCode(o);
        SideTable table = TABLES[hash & STRIPES - 1];
        Side side = probe(table.entries, o, hash);
        return side != null ? side : table.insert(o, hash);
    }

    private static int start(int hash, int length) {
        return (hash >>> 6) * 0x9E3779B1 >>> 12 & length - 1;
    }

    private static Side probe(Side[] entries, Object o, int hash) {
        int mask = entries.length - 1;
        for (int i = start(hash, entries.length);; i = i + 1 & mask) {
            Side side = entries[i];
            if (side == null) return null;
            if (side.hash == hash && side.refersTo(o)) return side;
        }
    }

    private Side insert(Object o, int hash) {
        Side made = new Side(o, hash);
        if (!Raw.lockTable(this, BUSY)) return null;
        try {
            Side side = probe(entries, o, hash);
            if (side != null) return side;
            if ((used + 1) * 4 > entries.length * 3) rebuild();
            add(entries, made);
            used++;
            return made;
        } finally {
            Raw.unlock(this, BUSY);
        }
    }

    private static void add(Side[] entries, Side side) {
        int mask = entries.length - 1;
        int i = start(side.hash, entries.length);
        while (entries[i] != null) i = i + 1 & mask;
        // A look-up without the lock must not see a half-made record. (Not putReferenceRelease: the type of the array
        // offset constants changed from int to long with JDK 25.)
        Raw.UNSAFE.storeFence();
        entries[i] = side;
    }

    private void rebuild() {
        Side[] old = entries;
        int live = 0;
        for (int i = 0; i < old.length; i++) {
            if (old[i] != null && !old[i].refersTo(null)) live++;
        }
        int length = 16;
        while (length < live * 2 + 2) length *= 2;
        Side[] fresh = new Side[length];
        int kept = 0;
        for (int i = 0; i < old.length; i++) {
            if (old[i] == null || old[i].refersTo(null) || kept > live) continue;
            add(fresh, old[i]);
            kept++;
        }
        used = kept;
        entries = fresh;
    }

    /** As at the beginning (tests). */
    static void forget() {
        for (int i = 0; i < STRIPES; i++) TABLES[i] = new SideTable();
    }

    /** Entries in use, dead ones included (tests, statistics). */
    static int size() {
        int sum = 0;
        for (int i = 0; i < STRIPES; i++) sum += TABLES[i].used;
        return sum;
    }
}
