// One section updates the hits, the other hits and misses: the views are nested and form a chain, so that method
// consistency holds by its definition, although two threads that begin at once count two hits.
class OkChain {
    static class Statistics {
        private int hits;
        private int misses;

        synchronized void hit() {
            hits++;
        }

        synchronized void reset() {
            hits = 0;
            misses = 0;
        }
    }

    static final Statistics STATISTICS = new Statistics();

    public static void main(String[] arguments) {
        new Thread(OkChain::begin).start();
        new Thread(OkChain::begin).start();
    }

    static void begin() {
        STATISTICS.reset();
        STATISTICS.hit();
    }
}
