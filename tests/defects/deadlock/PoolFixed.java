// All threads of a fixed pool can be occupied by tasks that wait for their parts in the same pool.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class PoolFixed {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    public static void main(String[] arguments) throws Exception {
        PoolFixed search = new PoolFixed();
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int start = i;
            results.add(search.pool.submit(() -> search.whole(start)));
        }
        for (Future<Integer> result : results) {
            System.out.println(result.get());
        }
        search.pool.shutdown();
    }

    int whole(int start) throws Exception {
        Future<Integer> part = pool.submit(() -> part(start));
        int rest = part(start + 1);
        return rest + part.get();            // expect: deadlock/pool-starvation
    }

    int part(int start) {
        return start * start;
    }
}
