// As MinimumAskedLow, but what was read is computed with.
class MinimumUsedBad {
    static int minimum = 1000;
    static final Object LOCK = new Object();

    static void found(int length) {
        synchronized (LOCK) {
            if (length < minimum) {
                minimum = length;
            }
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            int first = i;
            new Thread(() -> {
                for (int length = 500 - first; length > 0; length -= 2) {
                    found(length);
                    System.out.println(100 / (minimum - length)); // expect: data-race/all-writes-locked high
                }
            }).start();
        }
    }
}
