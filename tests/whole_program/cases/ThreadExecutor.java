// Tasks of a pool: not serial.
// parallel: lambda@15 lambda@15 yes
// parallel: lambda@17 Task.call yes
// parallel: lambda@17 lambda@17 no (submitted once)
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class ThreadExecutor {
    static int total;

    public static void main(String[] arguments) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 8; i++) {
            pool.execute(() -> total++); // thread: lambda@15 many executor ; access: threads=lambda@15 locks=none
        }
        pool.submit(() -> total++); // thread: lambda@17 one executor ; access: threads=lambda@17 locks=none
        pool.submit(new Task()); // thread: Task.call one executor
        pool.shutdown();
    }
}

class Task implements Callable<Integer> {
    @Override
    public Integer call() {
        return ThreadExecutor.total++; // access: threads=Task.call locks=none
    }
}
