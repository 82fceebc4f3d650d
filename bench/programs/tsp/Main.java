// Travelling salesman by branch and bound, after the description of "tsp" in von Praun's thesis (3.5.2, 4.5.1, 7.1.6).
// Defects on purpose:
//   TspSolver.minTourLength  read without the lock under which it is written and double-checked: a data race, benign,
//                            since the bound only falls and a stale one costs time only. -Dfixed=true reads it under
//                            the lock.
//   TourElement              a pool of partial tours: a thread takes one under the lock of the pool, works on it
//                            without, and gives it back. Ordered, so no data race; a tool that knows locks only reports
//                            it.
//   java tsp.Main [threads [cities]]
// variant: default args="2 11" runs=3
// variant: fixed args="2 11" jvm="-Dfixed=true"
// variant: arrays args="2 11" options="--arrays whole" runs=3
// variant: lockset args="2 11" options="--lockset-only" runs=3
// variant: lockset-fixed args="2 11" options="--lockset-only" jvm="-Dfixed=true" runs=3
// variant: consistency args="2 11" options="--checks object-consistency" jvm="-Dfixed=true"
// expect lockset,lockset-fixed: object-race tsp.TourElement.*
package tsp;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int cities = args.length > 1 ? Integer.parseInt(args[1]) : 17;
        Problem problem = Problem.random(cities, 42);
        TspSolver.begin(problem);
        TspSolver[] solvers = new TspSolver[threads];
        for (int i = 0; i < threads; i++) {
            solvers[i] = new TspSolver(i);
        }
        for (TspSolver solver : solvers) {
            solver.start();
        }
        for (TspSolver solver : solvers) {
            solver.join();
        }
        System.out.println("tsp: " + cities + " cities, shortest tour " + TspSolver.shortest());
    }
}
