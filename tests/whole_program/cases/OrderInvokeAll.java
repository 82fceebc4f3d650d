// invokeAll() waits for all tasks, which run in parallel with each other and not with what follows.
// parallel: Task.call Task.call yes
// parallel: Task.call Next.run no (invokeAll waits)
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class OrderInvokeAll {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        int[] results = new int[3]; // object: global shared escape unique
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(new Task(results, i));
        }
        pool.invokeAll(tasks); // thread: Task.call many executor
        new Next().start(); // thread: Next.run one thread
    }
}

class Task implements Callable<Integer> {
    private final int[] results;
    private final int index;

    Task(int[] results, int index) {
        this.results = results; // access: unshared
        this.index = index; // access: unshared
    }

    @Override
    public Integer call() {
        results[index] = 1; // access elements: threads=Task.call locks=none
        return 1;
    }
}

class Next extends Thread {
    @Override
    public void run() {
        System.out.println("next");
    }
}
