// mode: library
// The lambda that a pool executes takes the lock itself.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LambdaOwnLockOk {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private long total;

    public void addLater(long n) {
        pool.execute(() -> {
            synchronized (this) {
                total += n;
            }
        });
    }

    public synchronized long total() {
        return total;
    }
}
