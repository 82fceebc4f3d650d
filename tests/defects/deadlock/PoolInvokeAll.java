// A task of a fixed pool gives further tasks to the same pool and waits for all of them.
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class PoolInvokeAll {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    public static void main(String[] arguments) throws Exception {
        Future<Integer> first = POOL.submit(PoolInvokeAll::build);
        Future<Integer> second = POOL.submit(PoolInvokeAll::build);
        System.out.println(first.get() + second.get());
        POOL.shutdown();
    }

    static Integer build() throws InterruptedException {
        Callable<Integer> compile = () -> 1;
        Callable<Integer> check = () -> 2;
        return POOL.invokeAll(List.of(compile, check)).size();  // expect: deadlock/pool-starvation
    }
}
