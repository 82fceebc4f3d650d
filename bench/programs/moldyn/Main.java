// Molecular dynamics in the style of Java Grande's "moldyn" (von Praun 3.5.2, 4.5.1): particles in a periodic box under
// a Lennard-Jones potential. Each thread has its own particles, all threads add up forces in shared arrays, and a
// barrier separates the phases. No defect: Main.interactions is written by the thread number 0 only. Arrays with an
// element for each thread are reported where arrays are watched as a whole (the paper: 11 reports with arrays).
//   java moldyn.Main [threads [steps [cells]]]
// variant: default args="2 4 3"
// variant: arrays args="2 4 3" options="--arrays whole"
// variant: ranges args="2 4 3" options="--arrays ranges"
// variant: lockset args="2 4 3" options="--lockset-only"
// variant: lockset-arrays args="2 4 3" options="--lockset-only --arrays whole"
// variant: consistency args="2 4 3" options="--checks object-consistency"
// expect lockset-arrays: object-race double[]
// may arrays: object-race double[]
// may lockset,lockset-arrays: object-race moldyn.Main.interactions
package moldyn;

public final class Main {
    static int interactions;
    static double[] potential;
    static double[] virial;
    static double[] kinetic;
    /** Of each thread and each axis, the forces on all particles. */
    static double[][][] forces;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int steps = args.length > 1 ? Integer.parseInt(args[1]) : 90;
        int cells = args.length > 2 ? Integer.parseInt(args[2]) : 8;
        int count = 4 * cells * cells * cells;
        potential = new double[threads];
        virial = new double[threads];
        kinetic = new double[threads];
        forces = new double[threads][3][count];
        Barrier barrier = new Barrier(threads);
        Runner[] runners = new Runner[threads];
        for (int i = 0; i < threads; i++) {
            runners[i] = new Runner(i, threads, cells, steps, barrier);
        }
        for (Runner runner : runners) {
            runner.start();
        }
        for (Runner runner : runners) {
            runner.join();
        }
        System.out.printf("moldyn: %d particles, %d interactions, kinetic %.6e, potential %.6e, virial %.6e%n", count,
                          interactions, kinetic[0], potential[0], virial[0]);
    }
}
