// jdk: 21
// At the end of the try statement, close() has waited for all tasks; the pool is made in several ways.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

class ExecutorCloseOk {
    public static void main(String[] arguments) {
        Tally first = new Tally(), second = new Tally(), third = new Tally();
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            pool.execute(() -> first.fill());
        }
        try (ExecutorService pool = new ForkJoinPool(2)) {
            pool.submit(() -> second.fill());
        }
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            pool.submit(() -> third.fill());
        } finally {
            pool.close();
        }
        first.sum++;
        second.sum++;
        third.sum++;
        System.out.println(first.sum + second.sum + third.sum);
    }
}

class Tally {
    int sum;

    void fill() {
        sum += 9;
    }
}
