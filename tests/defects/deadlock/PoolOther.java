// The inner tasks run in a pool of their own.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class PoolOther {
    private static final ExecutorService PAGES = Executors.newFixedThreadPool(2);
    private static final ExecutorService PARTS = Executors.newFixedThreadPool(2);

    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        Future<Integer> page = PAGES.submit(PoolOther::page);
        System.out.println(page.get());
        PAGES.shutdown();
        PARTS.shutdown();
    }

    static int page() throws ExecutionException, InterruptedException {
        Future<Integer> header = PARTS.submit(PoolOther::header);
        return header.get() + 1;
    }

    static int header() {
        return 1;
    }
}
