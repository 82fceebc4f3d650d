// The lock is in a static field that is assigned again: the two may lock different objects.
class LockReplacedBad {
    private static Object lock = new Object();
    private static int count;

    static boolean next() {
        synchronized (lock) {
            return ++count < 100; // expect: data-race/lock-not-unique
        }
    }

    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            lock = arguments[0];
        }
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                while (next()) {
                    synchronized (lock) { // expect: data-race/unlocked
                        lock = new Object();
                    }
                }
            }).start();
        }
    }
}
