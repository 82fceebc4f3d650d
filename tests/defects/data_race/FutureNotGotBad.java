// The main thread submits a task and reads the result without waiting for it.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class FutureNotGotBad {
    public static void main(String[] arguments) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Report report = new Report();
        pool.submit(() -> report.extend(3));
        pool.shutdown();
        if (report.pages > 3) {
            throw new IllegalStateException();
        }
    }
}

class Report {
    int pages;

    void extend(int by) {
        pages += by; // expect: data-race/unlocked
    }
}
