// mode: library
// The task waits for a task of another pool.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class TwoPoolsOk {
    private final ExecutorService outer = Executors.newSingleThreadExecutor();
    private final ExecutorService inner = Executors.newSingleThreadExecutor();

    public Future<Integer> twice(int x) {
        return outer.submit(() -> {
            Future<Integer> part = inner.submit(() -> x + 1);
            int result = part.get();
            return result * 2;
        });
    }
}
