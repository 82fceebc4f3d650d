// Several instances of one lock, ordered by their identity hash codes, with one more lock for the rare tie.
class LockOrderTransferIdentityHash {
    static final Object TIE = new Object();

    static class Tank {
        private int litres = 40;
    }

    public static void main(String[] arguments) {
        Tank front = new Tank();
        Tank rear = new Tank();
        new Thread(() -> pump(front, rear)).start();
        new Thread(() -> pump(rear, front)).start();
    }

    static void pump(Tank from, Tank to) {
        int hashFrom = System.identityHashCode(from);
        int hashTo = System.identityHashCode(to);
        if (hashFrom < hashTo) {
            synchronized (from) {
                synchronized (to) {
                    shift(from, to);
                }
            }
        } else if (hashFrom > hashTo) {
            synchronized (to) {
                synchronized (from) {
                    shift(from, to);
                }
            }
        } else {
            synchronized (TIE) {
                synchronized (from) {
                    synchronized (to) {
                        shift(from, to);
                    }
                }
            }
        }
    }

    private static void shift(Tank from, Tank to) {
        from.litres--;
        to.litres++;
    }
}
