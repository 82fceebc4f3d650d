// mode: library
// Nobody calls the package-private method without a lock, and clients outside the package cannot.
public class HelperUnusedOk {
    private int size;

    public synchronized void add() {
        size++;
    }

    public synchronized int size() {
        return size;
    }

    int sizeForDebugger() {
        return size;
    }
}
