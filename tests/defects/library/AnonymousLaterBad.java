// mode: library
// The anonymous class is created under the lock, but its run method is executed later, without it.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class AnonymousLaterBad {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private int done;

    public synchronized void start() {
        pool.execute(new Runnable() {
            @Override
            public void run() {
                done++; // expect: data-race/unlocked
            }
        });
    }

    public synchronized int done() {
        return done;
    }
}
