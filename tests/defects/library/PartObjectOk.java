// mode: library
// The part has no locks; the object that has it for itself guards all its uses.
public class PartObjectOk {
    private final Stats stats = new Stats();

    public synchronized void request() {
        stats.count();
    }

    public synchronized int requests() {
        return stats.requests;
    }

    private static class Stats {
        private int requests;

        void count() {
            requests++;
        }
    }
}
