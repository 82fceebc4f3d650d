// mode: library
// The tasks of the library's own pool write a field that clients read.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolTaskBad {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private int finished;

    public void submit(Runnable job) {
        pool.submit(() -> {
            job.run();
            finished++; // expect: data-race/unlocked
        });
    }

    public int finished() {
        return finished;
    }
}
