// Each job is filled before it goes to the pool, and from then on only the thread that runs it uses it.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class SubmitHandOverOk {
    public static void main(String[] arguments) {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 10; i++) {
            Job job = new Job();
            job.number = i;
            job.inputs.add("input " + i);
            pool.execute(job);
        }
        pool.shutdown();
    }
}

class Job implements Runnable {
    final List<String> inputs = new ArrayList<>();
    int number;

    @Override
    public void run() {
        inputs.add("end");
        number += inputs.size();
        System.out.println(number);
    }
}
