// The library class with its whole computation in one section.
// mode: library
public class SplitUpdateLibraryLocked {
    private int limit = 100;

    public synchronized int limit() {
        return limit;
    }

    public synchronized void lower(int percent) {
        int now = limit();
        limit = now - now * percent / 100;
    }
}
