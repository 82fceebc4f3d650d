// shutdown() takes no more tasks, but does not wait for those that run.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class ShutdownOnlyBad {
    public static void main(String[] arguments) {
        Tally tally = new Tally();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> tally.fill());
        pool.shutdown();
        tally.sum++; // expect: data-race/unlocked
        System.out.println(tally.sum);
    }
}

class Tally {
    int sum;

    void fill() {
        sum += 9;
    }
}
