// The counterpart of spotbugs#1051: the lambda is created under the lock, but a thread of the pool runs it without.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Ask1051LambdaLeavesLockBad {
    public static void main(String[] arguments) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Ledger ledger = new Ledger(pool);
        for (int i = 0; i < 10; i++) {
            ledger.addLater(i);
        }
        pool.shutdown();
    }
}

class Ledger {
    private final ExecutorService pool;
    private int total;

    Ledger(ExecutorService pool) {
        this.pool = pool;
    }

    synchronized void addLater(int amount) {
        pool.execute(() -> {
            total += amount; // expect: data-race/unlocked
            if (total < 0) {
                throw new IllegalStateException();
            }
        });
    }
}
