// Tasks that fork tasks: there are many of them, and the array is shared.
// parallel: Sum.compute Sum.compute yes
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class ThreadForkJoin {
    public static void main(String[] arguments) {
        int[] numbers = new int[1000]; // object: global shared escape unique
        numbers[0] = 1; // access: unshared
        System.out.println(new ForkJoinPool().invoke(new Sum(numbers, 0, 1000))); // object Sum: thread global
    }
}

class Sum extends RecursiveTask<Integer> {
    private final int[] numbers;
    private final int from;
    private final int to;

    Sum(int[] numbers, int from, int to) {
        this.numbers = numbers; // access: unshared
        this.from = from; // access: unshared
        this.to = to; // access: unshared
    }

    @Override
    protected Integer compute() {
        if (to - from < 10) {
            int sum = 0;
            for (int i = from; i < to; i++) {
                sum += numbers[i]; // access elements: threads=Sum.compute locks=none
            }
            return sum;
        }
        int middle = (from + to) / 2;
        Sum left = new Sum(numbers, from, middle); // object: thread ; object some: !unique
        left.fork(); // thread: Sum.compute many fork-join
        return new Sum(numbers, middle, to).compute() + left.join();
    }
}
