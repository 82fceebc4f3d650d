// The results of the tasks are joined, but all of them count in one static field.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class ForkJoinCounterBad {
    static int leaves;

    public static void main(String[] arguments) {
        int sum = new ForkJoinPool(4).invoke(new Sum(0, 1000));
        if (leaves != 128) {
            throw new IllegalStateException(leaves + " " + sum);
        }
    }
}

class Sum extends RecursiveTask<Integer> {
    private final int from;
    private final int to;

    Sum(int from, int to) {
        this.from = from;
        this.to = to;
    }

    @Override
    protected Integer compute() {
        if (to - from < 10) {
            ForkJoinCounterBad.leaves++; // expect: data-race/unlocked
            return (from + to - 1) * (to - from) / 2;
        }
        int middle = (from + to) / 2;
        Sum low = new Sum(from, middle);
        Sum high = new Sum(middle, to);
        low.fork();
        return high.compute() + low.join();
    }
}
