// mode: library
// Clients may call all public methods from several threads: setters hold the lock, one of the getters does not.
public class LibraryGetterBad {
    private int low;
    private int high = 100;

    public synchronized void setLow(int value) {
        low = Math.min(value, high);
    }

    public synchronized void setHigh(int value) {
        high = Math.max(value, low);
    }

    public synchronized int getLow() {
        return low;
    }

    public int getHigh() {
        return high; // expect: data-race/all-writes-locked
    }
}
