// Three locks with one order for the whole program: each method leaves some of them out, but none turns the order.
class LockOrderHierarchy {
    private static final Object WORLD = new Object();
    private static final Object REGION = new Object();
    private static final Object CITY = new Object();
    private static int events;

    public static void main(String[] arguments) {
        new Thread(LockOrderHierarchy::all).start();
        new Thread(LockOrderHierarchy::outer).start();
        new Thread(LockOrderHierarchy::inner).start();
    }

    static void all() {
        synchronized (WORLD) {
            synchronized (REGION) {
                synchronized (CITY) {
                    events++;
                }
            }
        }
    }

    static void outer() {
        synchronized (WORLD) {
            synchronized (CITY) {
                events++;
            }
        }
    }

    static void inner() {
        synchronized (REGION) {
            synchronized (CITY) {
                events++;
            }
        }
    }
}
