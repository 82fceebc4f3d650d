// A stage that runs in a single-thread executor joins another stage of the same executor.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class PoolSupplyAsync {
    private static final ExecutorService WORKER = Executors.newSingleThreadExecutor();

    public static void main(String[] arguments) {
        CompletableFuture<Integer> total = CompletableFuture.supplyAsync(PoolSupplyAsync::total, WORKER);
        System.out.println(total.join());
        WORKER.shutdown();
    }

    static int total() {
        CompletableFuture<Integer> tax = CompletableFuture.supplyAsync(PoolSupplyAsync::tax, WORKER);
        return 100 + tax.join();             // expect: deadlock/pool-starvation
    }

    static int tax() {
        return 19;
    }
}
