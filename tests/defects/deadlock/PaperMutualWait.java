// Mutual wait of section 6.1: two threads acquire the same two monitors in different orders.
class PaperMutualWait {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int total;

    public static void main(String[] arguments) {
        new Thread(PaperMutualWait::first).start();
        new Thread(PaperMutualWait::second).start();
    }

    static void first() {
        synchronized (LEFT) {
            synchronized (RIGHT) {           // expect: deadlock/lock-order high
                total++;
            }
        }
    }

    static void second() {
        synchronized (RIGHT) {
            synchronized (LEFT) {
                total--;
            }
        }
    }
}
