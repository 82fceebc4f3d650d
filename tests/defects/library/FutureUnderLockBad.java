// mode: library
// The method waits for a task under the lock that the task needs.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FutureUnderLockBad {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private int steps;

    public synchronized int run() throws InterruptedException, ExecutionException {
        Future<?> task = pool.submit(this::step);
        task.get(); // expect: deadlock/waits-for-task
        return steps;
    }

    private void step() {
        synchronized (this) {
            steps++;
        }
    }
}
