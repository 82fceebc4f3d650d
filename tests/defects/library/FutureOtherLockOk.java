// mode: library
// The method waits under a lock that the task does not need.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FutureOtherLockOk {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Object runs = new Object();
    private final Object state = new Object();
    private int steps;

    public void run() throws InterruptedException, ExecutionException {
        synchronized (runs) {
            Future<?> task = pool.submit(this::step);
            task.get();
        }
    }

    public int steps() {
        synchronized (state) {
            return steps;
        }
    }

    private void step() {
        synchronized (state) {
            steps++;
        }
    }
}
