// The pool has ended before the main thread reads what its one task has written.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class AwaitTerminationOk {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Tally tally = new Tally();
        pool.execute(() -> tally.fill());
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting");
        }
        tally.sum++;
        if (tally.sum != 46) {
            throw new IllegalStateException();
        }
    }
}

class Tally {
    int sum;

    void fill() {
        for (int i = 0; i < 10; i++) {
            sum += i;
        }
    }
}
