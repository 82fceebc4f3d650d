// Three threads close a cycle of three locks; no two of the locks are taken in both orders.
class LockOrderThreeCycle {
    static final Object RED = new Object();
    static final Object GREEN = new Object();
    static final Object BLUE = new Object();

    public static void main(String[] arguments) {
        new Thread(LockOrderThreeCycle::aRedGreen).start();
        new Thread(LockOrderThreeCycle::bGreenBlue).start();
        new Thread(LockOrderThreeCycle::cBlueRed).start();
    }

    static void aRedGreen() {
        synchronized (RED) {
            synchronized (GREEN) {           // expect: deadlock/lock-order
                System.out.println("red, green");
            }
        }
    }

    static void bGreenBlue() {
        synchronized (GREEN) {
            synchronized (BLUE) {
                System.out.println("green, blue");
            }
        }
    }

    static void cBlueRed() {
        synchronized (BLUE) {
            synchronized (RED) {
                System.out.println("blue, red");
            }
        }
    }
}
