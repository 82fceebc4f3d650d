// A cached pool starts a new thread for the inner task, so the outer task may wait for it.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class PoolCached {
    private static final ExecutorService POOL = Executors.newCachedThreadPool();

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        Future<Integer> page = POOL.submit(PoolCached::page);
        System.out.println(page.get());
        POOL.shutdown();
    }

    static int page() throws ExecutionException, InterruptedException {
        Future<Integer> header = POOL.submit(PoolCached::header);
        return header.get() + 1;
    }

    static int header() {
        return 1;
    }
}
