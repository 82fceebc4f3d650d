// An executor with a virtual thread per task is never full.
// jdk: 21
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class PoolVirtual {
    private static final ExecutorService POOL = Executors.newVirtualThreadPerTaskExecutor();

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        Future<Integer> page = POOL.submit(PoolVirtual::page);
        System.out.println(page.get());
        POOL.shutdown();
    }

    static int page() throws ExecutionException, InterruptedException {
        Future<Integer> header = POOL.submit(PoolVirtual::header);
        return header.get() + 1;
    }

    static int header() {
        return 1;
    }
}
