// A task of a single-thread executor waits for another task of the same executor, which can never begin.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class PoolSingleThread {
    private static final ExecutorService EXECUTOR = Executors.newSingleThreadExecutor();

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        Future<Integer> page = EXECUTOR.submit(PoolSingleThread::page);
        System.out.println(page.get());
        EXECUTOR.shutdown();
    }

    static int page() throws ExecutionException, InterruptedException {
        Future<Integer> header = EXECUTOR.submit(PoolSingleThread::header);
        return header.get() + 1;             // expect: deadlock/pool-starvation
    }

    static int header() {
        return 1;
    }
}
