// Tasks of a pool with several threads take two locks in both orders.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class LockOrderFixedPool {
    private final Object input = new Object();
    private final Object output = new Object();
    private int copied;

    public static void main(String[] arguments) {
        LockOrderFixedPool files = new LockOrderFixedPool();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        pool.submit(() -> files.copy());
        pool.submit(() -> files.undo());
        pool.shutdown();
    }

    void copy() {
        synchronized (input) {
            synchronized (output) {          // expect: deadlock/lock-order
                copied++;
            }
        }
    }

    void undo() {
        synchronized (output) {
            synchronized (input) {
                copied--;
            }
        }
    }
}
