// Clients call the methods of the class from many threads, and the limit can change between its two sections.
// mode: library
public class SplitUpdateLibrary {
    private int limit = 100;

    public synchronized int limit() {
        return limit;
    }

    public void lower(int percent) {
        int now = limit();
        int less = now * percent / 100;
        synchronized (this) {                // expect: method-atomicity/split-update
            limit = now - less;
        }
    }
}
