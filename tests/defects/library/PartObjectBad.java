// mode: library
// The statistics are an object of their own, to which the thread-safe class writes without a lock.
@PartObjectBad.ThreadSafe
public class PartObjectBad {
    private final Stats stats = new Stats();

    public void request() {
        stats.requests++; // expect: data-race/unlocked
    }

    public int requests() {
        return stats.requests;
    }

    private static class Stats {
        int requests;
    }

    @interface ThreadSafe { }
}
