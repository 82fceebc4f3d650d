// mode: library
// The lambda is created in a synchronized method and executed by a pool, when the lock has been released.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LambdaLaterBad {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private long total;

    public synchronized void addLater(long n) {
        pool.execute(() -> total += n); // expect: data-race/unlocked
    }

    public synchronized long total() {
        return total;
    }
}
