package snag.runtime;

/**
 * Sites that read static fields and have nothing left to find: each field was reported, or was only read since it was
 * shared (what FROZEN is for whole objects; the static fields of a class share one Shadow, and often some of them change
 * while others never do). A site and a class belong together, so that one comparison tells; it halves the cost of a
 * static field that is read in a loop (tsp of bench/programs). The first write to such a field makes them ask again.
 */
final class Quiet {
    /** By site; null where there is something to do. */
    private static Shadow[] sites = new Shadow[0];

    private Quiet() {}

    static boolean has(Object word, int site) {
        Shadow[] now = sites;
        return site < now.length && now[site] == word && word != null;
    }

    /** Under the lock of the Shadow. */
    static synchronized void add(Shadow shadow, int site) {
        if (site >= sites.length) {
            Shadow[] grown = new Shadow[Math.max(site + 1, sites.length * 2)];
            System.arraycopy(sites, 0, grown, 0, sites.length);
            sites = grown;
        }
        sites[site] = shadow;
        shadow.quiet = true;
    }

    static synchronized void remove(Shadow shadow) {
        shadow.quiet = false;
        for (int i = 0; i < sites.length; i++) {
            if (sites[i] == shadow) sites[i] = null;
        }
    }
}
