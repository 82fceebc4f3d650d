// A task reads the results of its two halves after it has joined them.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

class ForkJoinOk {
    public static void main(String[] arguments) {
        Sum sum = new Sum(0, 1000);
        new ForkJoinPool(4).invoke(sum);
        if (sum.result != 499500) {
            throw new IllegalStateException();
        }
    }
}

class Sum extends RecursiveAction {
    private final int from;
    private final int to;
    int result;

    Sum(int from, int to) {
        this.from = from;
        this.to = to;
    }

    @Override
    protected void compute() {
        if (to - from < 10) {
            for (int i = from; i < to; i++) {
                result += i;
            }
            return;
        }
        int middle = (from + to) / 2;
        Sum low = new Sum(from, middle);
        Sum high = new Sum(middle, to);
        low.fork();
        high.compute();
        low.join();
        result = low.result + high.result;
    }
}
