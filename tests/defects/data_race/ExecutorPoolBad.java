// The tasks of a pool with four threads change one stock, and nothing is locked.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class ExecutorPoolBad {
    public static void main(String[] arguments) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Stock stock = new Stock();
        for (int i = 0; i < 10; i++) {
            pool.submit(() -> stock.sell(1));
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("selling");
        }
        if (stock.pieces != 0) {
            throw new IllegalStateException("left: " + stock.pieces);
        }
    }
}

class Stock {
    int pieces = 10;

    void sell(int count) {
        pieces -= count; // expect: data-race/unlocked
    }
}
