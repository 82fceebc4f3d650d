// The result of a task is awaited while the lock is held that the task needs.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class FutureGetUnderLock {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private int value;

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        FutureGetUnderLock box = new FutureGetUnderLock();
        box.refresh();
        box.pool.shutdown();
    }

    synchronized void refresh() throws ExecutionException, InterruptedException {
        Future<Integer> next = pool.submit(() -> compute());
        value = next.get();                  // expect: deadlock/waits-for-task
    }

    int compute() {
        synchronized (this) {
            return value + 1;
        }
    }
}
