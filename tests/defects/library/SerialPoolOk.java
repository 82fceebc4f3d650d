// mode: library
// One thread executes all tasks, and only tasks use the field.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SerialPoolOk {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private int finished;

    public void submit(Runnable job) {
        thread.execute(() -> {
            job.run();
            finished++;
        });
    }

    public int finished() throws InterruptedException, ExecutionException {
        return thread.submit(() -> finished).get();
    }
}
