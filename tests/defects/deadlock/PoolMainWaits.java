// Only the main thread waits for the tasks; a task that starts another one does not wait for it.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class PoolMainWaits {
    private static final ExecutorService EXECUTOR = Executors.newSingleThreadExecutor();

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        Future<Future<Integer>> page = EXECUTOR.submit(PoolMainWaits::page);
        Future<Integer> header = page.get();
        System.out.println(header.get());
        EXECUTOR.shutdown();
    }

    static Future<Integer> page() {
        return EXECUTOR.submit(PoolMainWaits::header);
    }

    static int header() {
        return 1;
    }
}
