// mode: library
// The counterpart of infer#1793: the same method without the annotation is for clients, in any thread.
public class Ask1793VisibleToClientsBad {
    private int dropped;
    private int kept;

    public synchronized void drop() {
        dropped++;
    }

    public synchronized void restore() {
        if (dropped > 0) {
            dropped--;
        }
    }

    public synchronized void keep() {
        kept++;
    }

    public synchronized int kept() {
        return kept;
    }

    public int dropped() {
        return dropped; // expect: data-race/all-writes-locked
    }
}
