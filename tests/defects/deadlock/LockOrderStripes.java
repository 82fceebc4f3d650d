// All stripes are locked one inside of the other in the order of the array, or one alone.
class LockOrderStripes {
    private static final Object[] STRIPES = {new Object(), new Object(), new Object(), new Object()};
    private static final int[] COUNTS = new int[4];

    public static void main(String[] arguments) {
        new Thread(LockOrderStripes::clearAll).start();
        new Thread(LockOrderStripes::clearAll).start();
        new Thread(() -> add(3)).start();
    }

    static void add(int stripe) {
        synchronized (STRIPES[stripe]) {
            COUNTS[stripe]++;
        }
    }

    static void clearAll() {
        clearFrom(0);
    }

    private static void clearFrom(int stripe) {
        if (stripe < STRIPES.length) {
            synchronized (STRIPES[stripe]) {
                COUNTS[stripe] = 0;
                clearFrom(stripe + 1);
            }
        }
    }
}
