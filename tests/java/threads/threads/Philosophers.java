package threads;

/** The threads of program 3.1 of von Praun's thesis: main is one, the philosophers are many. */
final class Philosophers {
    static int eaten;

    static final class Philosopher extends Thread {
        private final Object table;

        Philosopher(Object table) {
            this.table = table;
        }

        @Override
        public void run() {
            synchronized (table) {
                eaten++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object table = new Object();
        Philosopher[] philosophers = new Philosopher[5];
        prepare();  // overlaps:
        for (int i = 0; i < philosophers.length; i++) {
            philosophers[i] = new Philosopher(table);
            philosophers[i].start();  // starts: P thread many
            prepare();  // overlaps: P
        }
        for (int i = 0; i < philosophers.length; i++) {
            philosophers[i].join();
        }
        prepare();  // overlaps:
    }

    static void prepare() {}
}
// parallel: P-P main-P
