// mode: library
// Clients start the worker in a thread of theirs, and stop it from another one: run() may never see that.
import java.util.concurrent.BlockingQueue;

public class ClientStartsWorkerBad implements Runnable {
    private final BlockingQueue<Runnable> jobs;
    private boolean stopped;

    public ClientStartsWorkerBad(BlockingQueue<Runnable> jobs) {
        this.jobs = jobs;
    }

    @Override
    public void run() {
        while (!stopped) {
            Runnable job = jobs.poll();
            if (job != null) {
                job.run();
            }
        }
    }

    public void stop() {
        stopped = true; // expect: data-race/unlocked low
    }
}
