// Both orders run as tasks of one single-thread executor, one after the other.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class LockOrderSerialExecutor {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int total;

    public static void main(String[] arguments) {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.execute(LockOrderSerialExecutor::first);
        executor.execute(LockOrderSerialExecutor::second);
        executor.shutdown();
    }

    static void first() {
        synchronized (LEFT) {
            synchronized (RIGHT) {
                total++;
            }
        }
    }

    static void second() {
        synchronized (RIGHT) {
            synchronized (LEFT) {
                total--;
            }
        }
    }
}
