// The dining philosophers, after program 3.1 of von Praun's thesis: one monitor for the table, forks as flags in it,
// wait and notifyAll. No defect; the philosophers' counters are read after join.
//   java philosophers.Main [philosophers [snacks]]
// variant: default args="5 40"
// variant: lockset args="5 40" options="--lockset-only"
// variant: consistency args="5 40" options="--checks object-consistency"
package philosophers;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int snacks = args.length > 1 ? Integer.parseInt(args[1]) : 200;
        Table table = new Table(count);
        Philosopher[] philosophers = new Philosopher[count];
        for (int i = 0; i < count; i++) {
            philosophers[i] = new Philosopher(i, snacks, table);
            philosophers[i].start();
        }
        int eaten = 0;
        for (Philosopher philosopher : philosophers) {
            philosopher.join();
            eaten += philosopher.eaten();
        }
        System.out.println("philosophers: " + count + " have eaten " + eaten + " snacks, " + table.meals() + " meals");
    }
}
