// One object is locked in one order, another object of the same class in the other.
class LockOrderDifferentObjects {
    static class Pair {
        private final Object left = new Object();
        private final Object right = new Object();
        private int total;

        void forward() {
            synchronized (left) {
                synchronized (right) {
                    total++;
                }
            }
        }

        void backward() {
            synchronized (right) {
                synchronized (left) {
                    total--;
                }
            }
        }
    }

    static final Pair ONE = new Pair();
    static final Pair TWO = new Pair();

    public static void main(String[] arguments) {
        new Thread(() -> ONE.forward()).start();
        new Thread(() -> ONE.forward()).start();
        new Thread(() -> TWO.backward()).start();
        new Thread(() -> TWO.backward()).start();
    }
}
