// mode: library
// A task of a pool with one thread waits for another task of the same pool, which can never start.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolStarvationBad {
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    public Future<Integer> twice(int x) {
        return pool.submit(() -> {
            Future<Integer> part = pool.submit(() -> x + 1);
            int result = part.get(); // expect: deadlock/pool-starvation
            return result * 2;
        });
    }
}
