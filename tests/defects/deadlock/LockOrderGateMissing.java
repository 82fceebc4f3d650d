// Only one of the two orders is under the gate lock, so the gate does not help.
class LockOrderGateMissing {
    static final Object GATE = new Object();
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int total;

    public static void main(String[] arguments) {
        new Thread(LockOrderGateMissing::first).start();
        new Thread(LockOrderGateMissing::second).start();
    }

    static void first() {
        synchronized (GATE) {
            synchronized (LEFT) {
                synchronized (RIGHT) {       // expect: deadlock/lock-order
                    total++;
                }
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
