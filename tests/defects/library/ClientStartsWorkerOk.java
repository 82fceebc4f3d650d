// mode: library
// The flag by which clients stop the worker is volatile; what run() alone uses needs no lock.
import java.util.concurrent.BlockingQueue;

public class ClientStartsWorkerOk implements Runnable {
    private final BlockingQueue<Runnable> jobs;
    private volatile boolean stopped;
    private int done;

    public ClientStartsWorkerOk(BlockingQueue<Runnable> jobs) {
        this.jobs = jobs;
    }

    @Override
    public void run() {
        while (!stopped) {
            Runnable job = jobs.poll();
            if (job != null) {
                job.run();
                done++;
            }
        }
        System.out.println(done);
    }

    public void stop() {
        stopped = true;
    }
}
