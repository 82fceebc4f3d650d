// A RecursiveTask with fields: filled by the parent, result written by whoever runs it, read after join.
// variant: default
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinOk extends RecursiveTask<Integer> {
    private int from;
    private int to;
    private int seen;

    ForkJoinOk(int from, int to) {
        this.from = from;
        this.to = to;
    }

    @Override
    protected Integer compute() {
        if (to - from < 8) {
            int sum = 0;
            for (int i = from; i < to; i++) {
                sum += i;
                seen++;
            }
            return sum;
        }
        int middle = (from + to) / 2;
        ForkJoinOk left = new ForkJoinOk(from, middle);
        ForkJoinOk right = new ForkJoinOk(middle, to);
        left.fork();
        int sum = right.compute() + left.join();
        seen += left.seen + right.seen;
        return sum;
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(3);
        ForkJoinOk task = new ForkJoinOk(0, 5000);
        System.out.println(pool.invoke(task) + " " + task.seen);
        pool.shutdown();
    }
}
