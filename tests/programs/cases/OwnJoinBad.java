// A class of the program has methods called fork and join, as tasks of the library have. They order nothing.
// variant: default
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;

public class OwnJoinBad {
    private int count;

    /** Loaded after the code that calls it. */
    static final class Paths {
        private final String first;
        private final String second;

        Paths(String first, String second) {
            this.first = first;
            this.second = second;
        }

        Object join() {
            return first + "/" + second;
        }

        ForkJoinTask<?> fork() {
            return null;
        }
    }

    void add() {
        count++;  // expect: object-race OwnJoinBad.count
    }

    public static void main(String[] args) throws InterruptedException {
        OwnJoinBad shared = new OwnJoinBad();
        shared.add();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(shared::add);
        Thread.sleep(200);
        Paths paths = new Paths("usr", "share");
        paths.fork();
        System.out.println(paths.join());
        shared.add();
        pool.shutdown();
    }
}
