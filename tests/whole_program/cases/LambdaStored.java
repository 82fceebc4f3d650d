// A lambda that is created under the lock and runs later, without it.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class LambdaStored {
    public static void main(String[] arguments) {
        Totals totals = new Totals(); // object: global shared escape unique
        totals.schedule();
        totals.add();
    }
}

class Totals {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private int sum;

    synchronized void schedule() {
        pool.execute(() -> sum++); // thread: lambda@18 one executor ; access sum: threads=lambda@18 locks=none
    }

    synchronized void add() {
        sum++; // access: threads=main locks=this
    }
}
