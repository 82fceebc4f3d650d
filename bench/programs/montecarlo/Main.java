// Prices a stock by simulating its paths, in the style of Java Grande's "montecarlo" (von Praun 3.5.2, 4.5.1, 7.1.6):
// tasks made by main, results collected in a synchronized Vector.
// Defect on purpose: Universal.debug is a flag that every constructor sets, without a lock; a data race, benign, since
// all write the same value. -Dfixed=true sets it once, in main.
//   java montecarlo.Main [threads [runs]]
// variant: default args="2 400"
// variant: fixed args="2 400" jvm="-Dfixed=true"
// variant: arrays args="2 400" options="--arrays whole" jvm="-Dfixed=true"
// variant: lockset args="2 400" options="--lockset-only"
// variant: lockset-fixed args="2 400" options="--lockset-only" jvm="-Dfixed=true"
// variant: consistency args="2 400" options="--checks object-consistency" jvm="-Dfixed=true"
package montecarlo;

import java.util.Vector;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : 36_000;
        Universal.begin();
        Parameters parameters = new Parameters(0.03, 0.25, 1.0 / 250, 1000, 100);
        Vector<Task> tasks = new Vector<>();
        for (int i = 0; i < runs; i++) {
            tasks.add(new Task(i, 11L * i + 7));
        }
        Vector<Result> results = new Vector<>();
        Runner[] runners = new Runner[threads];
        for (int i = 0; i < threads; i++) {
            runners[i] = new Runner(i, threads, parameters, tasks, results);
            runners[i].start();
        }
        for (Runner runner : runners) {
            runner.join();
        }
        results.sort((a, b) -> Integer.compare(a.number(), b.number()));
        double mean = 0;
        double volatility = 0;
        for (Result result : results) {
            mean += result.mean();
            volatility += result.volatility();
        }
        System.out.printf("montecarlo: %d runs, expected return %.8f, volatility %.8f%n", results.size(),
                          mean / results.size(), volatility / results.size());
    }
}
