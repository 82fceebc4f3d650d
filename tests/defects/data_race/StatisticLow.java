// The number of requests is counted without a lock and shown at the end; nothing depends on it.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class StatisticLow {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Server server = new Server();
        for (int i = 0; i < 20; i++) {
            pool.execute(() -> server.serve("page"));
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("still serving");
        }
        server.show();
    }
}

class Server {
    private int requests;

    String serve(String page) {
        requests++; // expect: data-race/unlocked low
        return "<p>" + page;
    }

    void show() {
        System.out.println("requests: " + requests);
    }
}
