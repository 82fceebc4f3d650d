// The task changes the report in a thread of the pool; the main thread goes on with it after get().
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class FutureGetOk {
    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Report report = new Report();
        report.pages = 1;
        Future<?> first = pool.submit(() -> report.extend(3));
        first.get();
        report.pages++;
        Future<?> second = pool.submit(() -> report.extend(5));
        second.get();
        pool.shutdown();
        if (report.pages != 10) {
            throw new IllegalStateException();
        }
    }
}

class Report {
    int pages;

    void extend(int by) {
        pages += by;
    }
}
