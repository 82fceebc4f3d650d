// The task needs the lock that is held, but the wait for it has a time limit.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

class FutureGetTimeout {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private int value;

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        FutureGetTimeout box = new FutureGetTimeout();
        box.refresh();
        box.pool.shutdown();
    }

    synchronized void refresh() throws ExecutionException, InterruptedException {
        Future<Integer> next = pool.submit(() -> compute());
        try {
            value = next.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            value = 0;
        }
    }

    int compute() {
        synchronized (this) {
            return value + 1;
        }
    }
}
