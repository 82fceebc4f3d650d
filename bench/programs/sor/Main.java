// Successive over-relaxation over a two-dimensional grid, after the description of "sor" in von Praun's thesis (3.5.2):
// two matrices (red and black points) as jagged arrays, threads that share rows at the borders of their parts, and a
// barrier between the half-steps. No defect: the barrier orders everything. The paper's tool, which knows locks only,
// reports each row of both matrices (7.1.6: 1000 reports).
//   java sor.Main [threads [iterations [size]]]
// variant: default args="2 12 60"
// variant: arrays args="2 12 60" options="--arrays whole"
// variant: lockset args="2 12 60" options="--lockset-only"
// variant: lockset-arrays args="2 12 60" options="--lockset-only --arrays whole"
// variant: consistency args="2 12 60" options="--checks object-consistency"
// expect lockset-arrays: object-race double[]
package sor;

public final class Main {
    static int size;
    static int iterations;
    static double[][] red;
    static double[][] black;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        iterations = args.length > 1 ? Integer.parseInt(args[1]) : 1600;
        size = args.length > 2 ? Integer.parseInt(args[2]) : 1000;
        red = new double[size + 2][size / 2 + 2];
        black = new double[size + 2][size / 2 + 2];
        initialise();
        Barrier barrier = new Barrier(threads);
        Worker[] workers = new Worker[threads];
        int part = size / threads;
        for (int i = 0; i < threads; i++) {
            int last = i == threads - 1 ? size : (i + 1) * part;
            workers[i] = new Worker(i, i * part + 1, last, barrier);
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        double sum = 0;
        for (int i = 1; i <= size; i++) {
            for (int j = 1; j <= size / 2; j++) {
                sum += red[i][j] + black[i][j];
            }
        }
        System.out.printf("sor: %d threads, %d iterations, sum %.9e%n", threads, iterations, sum);
    }

    private static void initialise() {
        for (int j = 0; j < size / 2 + 2; j++) {
            red[0][j] = 1;
            black[0][j] = 1;
            red[size + 1][j] = 1;
            black[size + 1][j] = 1;
        }
        for (int i = 0; i < size + 2; i++) {
            red[i][0] = 1;
            black[i][0] = 1;
            red[i][size / 2 + 1] = 1;
            black[i][size / 2 + 1] = 1;
        }
    }
}
