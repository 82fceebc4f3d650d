package snag.runtime;

/**
 * Sites that read static fields and have nothing left to find: each field was reported, or was only read since it was
 * shared (what FROZEN is for whole objects; the static fields of a class share one Shadow, and often some of them change
 * while others never do). A site and a class belong together, so that one comparison tells; tsp of bench/programs went
 * from 4.4 times its own time to 3.6. The first write to such a field makes them ask again.
 */
final class Quiet {
    /** By site; null where there is something to do. */
    private static Shadow[] sites = new Shadow[0];

    private static final Quiet LOCK = new Quiet();
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(Quiet.class, "busy");
    private volatile int busy;

    private Quiet() {}

    static boolean has(Object word, int site) {
        Shadow[] now = sites;
        return site < now.length && now[site] == word && word != null;
    }

    /** Under the lock of the Shadow. */
    static void add(Shadow shadow, int site) {
        if (!Raw.lockTable(LOCK, BUSY)) return;
        try {
            if (site >= sites.length) {
                Shadow[] grown = new Shadow[Math.max(site + 1, sites.length * 2)];
                System.arraycopy(sites, 0, grown, 0, sites.length);
                sites = grown;
            }
            sites[site] = shadow;
            shadow.quiet = true;
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
    }

    static void remove(Shadow shadow) {
        shadow.quiet = false;
        if (!Raw.lockTable(LOCK, BUSY)) {
            sites = new Shadow[0];  // all of them ask again
            return;
        }
        try {
            for (int i = 0; i < sites.length; i++) {
                if (sites[i] == shadow) sites[i] = null;
            }
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
    }
}
