// The locks are class objects: blocks on one class inside of blocks on the other, in both orders.
class LockOrderClassLocks {
    static class Alpha {
        static int used;

        static void refresh() {
            synchronized (Alpha.class) {
                synchronized (Beta.class) {  // expect: deadlock/lock-order
                    used = Beta.used;
                }
            }
        }
    }

    static class Beta {
        static int used;

        static void refresh() {
            synchronized (Beta.class) {
                synchronized (Alpha.class) {
                    used = Alpha.used;
                }
            }
        }
    }

    public static void main(String[] arguments) {
        new Thread(Alpha::refresh).start();
        new Thread(Beta::refresh).start();
    }
}
