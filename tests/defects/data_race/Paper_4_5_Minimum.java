// Section 4.5, tsp: the shortest length only falls and is tested again under the lock; an old value does no harm.
class Paper_4_5_Minimum {
    static final Object LOCK = new Object();
    static int shortest = Integer.MAX_VALUE;

    public static void main(String[] arguments) throws InterruptedException {
        Solver[] solvers = new Solver[4];
        for (int i = 0; i < solvers.length; i++) {
            solvers[i] = new Solver(i + 7);
            solvers[i].start();
        }
        for (Solver solver : solvers) {
            solver.join();
        }
        System.out.println(shortest);
    }
}

class Solver extends Thread {
    private final int seed;

    Solver(int seed) {
        this.seed = seed;
    }

    @Override
    public void run() {
        for (int i = 1; i < 100; i++) {
            offer(seed * i % 97 + 3);
        }
    }

    private void offer(int length) {
        if (length < Paper_4_5_Minimum.shortest) { // expect: data-race/all-writes-locked low
            synchronized (Paper_4_5_Minimum.LOCK) {
                if (length < Paper_4_5_Minimum.shortest) {
                    Paper_4_5_Minimum.shortest = length;
                }
            }
        }
    }
}
