// Both orders happen under a common gate lock, so only one thread at a time is between the two acquisitions.
class LockOrderGate {
    static final Object GATE = new Object();
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int total;

    public static void main(String[] arguments) {
        new Thread(LockOrderGate::first).start();
        new Thread(LockOrderGate::second).start();
    }

    static void first() {
        synchronized (GATE) {
            synchronized (LEFT) {
                synchronized (RIGHT) {
                    total++;
                }
            }
        }
    }

    static void second() {
        synchronized (GATE) {
            synchronized (RIGHT) {
                synchronized (LEFT) {
                    total--;
                }
            }
        }
    }
}
