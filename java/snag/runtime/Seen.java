package snag.runtime;

/**
 * Keys of the fast path. A key says: this thread, at this stamp, at this site. It is {@code stamp ^ site * odd
 * constant}; the upper 20 bits depend on thread and site only (the stamp counts in the lower 44), so they index the
 * table and tell whether an old entry belongs to the same thread and site. Two different (stamp, site) with equal keys
 * are possible in theory; what is lost then is one check.
 */
final class Seen {
    /** Length of the first table and of the last. */
    static final int FIRST = 8;
    static final int LAST = 64;
    private static final long FACTOR = 0xD1342543DE82EF95L;

    /**
     * A table that is never consulted again: for a Shadow whose lock got stuck. Hooks test it in the slow path only.
     */
    static final long[] EVERYTHING = new long[1];

    static final long[] NOTHING = new long[1];

    private Seen() {}

    /** Is the key remembered? */
    static boolean has(Shadow s, long key) {
        if (key == s.key0 || key == s.key1 || key == s.key2 || key == s.key3) return true;
        long[] seen = s.seen;
        return seen[index(key, seen.length)] == key;
    }

    static long key(long stamp, int site) {
        return stamp ^ site * FACTOR;
    }

    /** Sites and segments of arrays in one number. */
    static int place(int site, int segment) {
        return segment == Hooks.FIELDS ? site : site + segment * 0x3C6EF372;
    }

    static int index(long key, int length) {
        return (int) (key >>> 48) & length - 1;
    }

    static boolean sameOwner(long a, long b) {
        return (a ^ b) >>> 44 == 0;
    }
}
