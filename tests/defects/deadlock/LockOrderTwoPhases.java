// All threads of the first phase are joined before those of the second phase, with the opposite order, start.
class LockOrderTwoPhases {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private static int total;

    public static void main(String[] arguments) throws InterruptedException {
        Thread first = new Thread(LockOrderTwoPhases::fill);
        Thread second = new Thread(LockOrderTwoPhases::fill);
        first.start();
        second.start();
        first.join();
        second.join();
        new Thread(LockOrderTwoPhases::drain).start();
        new Thread(LockOrderTwoPhases::drain).start();
    }

    static void fill() {
        synchronized (LEFT) {
            synchronized (RIGHT) {
                total++;
            }
        }
    }

    static void drain() {
        synchronized (RIGHT) {
            synchronized (LEFT) {
                total--;
            }
        }
    }
}
