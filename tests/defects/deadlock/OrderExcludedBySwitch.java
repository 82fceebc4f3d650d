// The outer call passes STOP, for which nothing is locked: the order b, a never happens.
class OrderExcludedBySwitch {
    private static final int RUN = 1, STOP = 2;
    private static final Object A = new Object(), B = new Object();
    private static int rounds;

    static void serve(int command) {
        switch (command) {
            case RUN:
                synchronized (A) {
                    rounds++;
                }
                break;
            case STOP:
                System.out.println("stop");
                break;
            default:
                throw new IllegalArgumentException();
        }
    }

    static void first() {
        synchronized (A) {
            synchronized (B) {
                rounds++;
            }
        }
    }

    static void second() {
        synchronized (B) {
            serve(STOP);
        }
        serve(RUN);
    }

    public static void main(String[] arguments) {
        new Thread(OrderExcludedBySwitch::first).start();
        new Thread(OrderExcludedBySwitch::second).start();
    }
}
