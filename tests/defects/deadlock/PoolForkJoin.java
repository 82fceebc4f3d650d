// Tasks of a fork/join pool may join the tasks that they fork: the waiting thread helps.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class PoolForkJoin {
    static class Sum extends RecursiveTask<Long> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 10) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += i;
                }
                return sum;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            Sum right = new Sum(middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] arguments) {
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println(pool.invoke(new Sum(0, 1000)));
        pool.shutdown();
    }
}
