// Each thread has a pair of lock objects of its own, so no other thread can ever hold one of them.
class LockOrderPerThread {
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

    public static void main(String[] arguments) {
        for (int i = 0; i < 4; i++) {
            new Thread(LockOrderPerThread::work).start();
        }
    }

    static void work() {
        Pair pair = new Pair();
        pair.forward();
        pair.backward();
        System.out.println(pair.total);
    }
}
