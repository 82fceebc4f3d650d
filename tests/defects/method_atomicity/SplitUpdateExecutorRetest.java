// Tasks of a pool read a maximum in one section; the second section tests it again before it updates.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class SplitUpdateExecutorRetest {
    private static final Object LOCK = new Object();
    private static int maximum;

    public static void main(String[] arguments) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 100; i++) {
            int value = i;
            pool.execute(() -> raise(value));
        }
        pool.shutdown();
    }

    static void raise(int value) {
        int old;
        synchronized (LOCK) {
            old = maximum;
        }
        if (value > old) {
            synchronized (LOCK) {
                if (value > maximum) {
                    maximum = value;
                }
            }
        }
    }
}
