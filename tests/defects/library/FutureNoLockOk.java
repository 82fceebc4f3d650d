// mode: library
// The method waits for the task before it takes the lock that the task needs.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FutureNoLockOk {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private int steps;

    public int run() throws InterruptedException, ExecutionException {
        Future<?> task = pool.submit(this::step);
        task.get();
        synchronized (this) {
            return steps;
        }
    }

    private void step() {
        synchronized (this) {
            steps++;
        }
    }
}
