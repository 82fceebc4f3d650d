// Two cycles that share one lock are two findings.
class LockOrderTwoCycles {
    static final Object HUB = new Object();
    static final Object NORTH = new Object();
    static final Object SOUTH = new Object();

    public static void main(String[] arguments) {
        new Thread(LockOrderTwoCycles::leave).start();
        new Thread(LockOrderTwoCycles::returnFromNorth).start();
        new Thread(LockOrderTwoCycles::returnFromSouth).start();
    }

    static void leave() {
        synchronized (HUB) {
            synchronized (NORTH) {           // expect: deadlock/lock-order
                System.out.println("hub, north");
            }
            synchronized (SOUTH) {           // expect: deadlock/lock-order
                System.out.println("hub, south");
            }
        }
    }

    static void returnFromNorth() {
        synchronized (NORTH) {
            synchronized (HUB) {
                System.out.println("north, hub");
            }
        }
    }

    static void returnFromSouth() {
        synchronized (SOUTH) {
            synchronized (HUB) {
                System.out.println("south, hub");
            }
        }
    }
}
