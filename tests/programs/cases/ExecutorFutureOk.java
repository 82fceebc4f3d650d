// Tasks and their results by submit, invokeAll and Future.get; each task changes an object that main reads afterwards.
// variant: default
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class ExecutorFutureOk {
    static final class Job implements Callable<Integer> {
        int rounds;
        int result;

        @Override
        public Integer call() {
            rounds++;
            result += rounds;
            return result;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            jobs.add(new Job());
        }
        int sum = 0;
        for (int round = 0; round < 20; round++) {
            for (Future<Integer> future : pool.invokeAll(jobs)) {
                sum += future.get();
            }
            for (Job job : jobs) {
                job.result += 1;
            }
            List<Future<Integer>> futures = new ArrayList<>();
            for (Job job : jobs) {
                futures.add(pool.submit(job));
            }
            for (Future<Integer> future : futures) {
                sum += future.get();
            }
        }
        int[] last = new int[1];
        pool.submit(() -> last[0] = 7).get();
        pool.shutdown();
        pool.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println(sum + " " + last[0]);
    }
}
