// invokeAll waits for all tasks while the lock is held that each of them needs.
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class InvokeAllUnderLock {
    private static final Object TOTAL = new Object();
    private static int sum;

    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> task = InvokeAllUnderLock::add;
        synchronized (TOTAL) {
            pool.invokeAll(List.of(task, task));  // expect: deadlock/waits-for-task
        }
        pool.shutdown();
    }

    static Integer add() {
        synchronized (TOTAL) {
            return ++sum;
        }
    }
}
