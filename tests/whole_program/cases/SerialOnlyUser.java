// An object that only the tasks of one single-thread executor use is not accessed by two threads at a time; main has
// created it before the first task.
// parallel: lambda@13 lambda@14 no (one thread)
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

class SerialOnlyUser {
    public static void main(String[] arguments) {
        ScheduledExecutorService single = Executors.newSingleThreadScheduledExecutor();
        Log log = new Log(); // object: global escape unique
        log.lines = 1; // access: unshared
        single.execute(() -> log.lines++); // thread: lambda@13 one executor serial
        single.scheduleAtFixedRate(() -> log.lines++, 1, 1, TimeUnit.SECONDS);
        //^ thread: lambda@14 one executor serial
    }
}

class Log {
    int lines;
}
