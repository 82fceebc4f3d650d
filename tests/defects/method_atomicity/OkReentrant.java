// The inner sections are re-entrant acquisitions of a lock that the method already holds.
class OkReentrant {
    private int low = 1;
    private int high = 2;

    public static void main(String[] arguments) {
        OkReentrant range = new OkReentrant();
        new Thread(() -> range.widen()).start();
        new Thread(() -> range.widen()).start();
        new Thread(() -> System.out.println(range.size())).start();
    }

    synchronized int size() {
        return high - low;
    }

    synchronized void setLow(int value) {
        low = value;
    }

    synchronized void setHigh(int value) {
        high = value;
    }

    void widen() {
        synchronized (this) {
            int size = size();
            setLow(low - size);
            setHigh(high + size);
        }
    }
}
