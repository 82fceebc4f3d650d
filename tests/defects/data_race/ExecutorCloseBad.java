// jdk: 21
// What main() does to the tally inside of the try statement, the task may do at the same time.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class ExecutorCloseBad {
    public static void main(String[] arguments) {
        Tally tally = new Tally();
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            pool.execute(() -> tally.fill());
            tally.sum++; // expect: data-race/unlocked
        }
        System.out.println(tally.sum);
    }
}

class Tally {
    int sum;

    void fill() {
        sum += 9;
    }
}
