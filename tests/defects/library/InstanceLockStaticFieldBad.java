// mode: library
// Two instances hold two locks while they increment the same static field.
public class InstanceLockStaticFieldBad {
    private static int hits;

    public synchronized void hit() {
        hits++; // expect-audit: data-race/lock-not-unique
    }

    public synchronized int hits() {
        return hits;
    }

    public synchronized String report() {
        return "hits: " + hits;
    }
}
