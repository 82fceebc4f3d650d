// Von Praun 4.5, tsp: the minimum only ever falls, its writers test it again under the lock, and who asks for it only
// compares.
class MinimumAskedLow {
    static int minimum = 1000;
    static final Object LOCK = new Object();

    static int minimum() {
        return minimum; // expect: data-race/all-writes-locked low
    }

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
                    if (length >= minimum()) {
                        return;
                    }
                    found(length);
                }
            }).start();
        }
    }
}
