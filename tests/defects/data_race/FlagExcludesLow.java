// Only `shutdown(true)` clears what the worker reads, and nobody calls that while the worker runs.
import java.util.ArrayList;
import java.util.List;

class FlagExcludesLow {
    private final List<String> names = new ArrayList<>();
    private int stopped;

    void shutdown() {
        shutdown(false);
    }

    private void shutdown(boolean completely) {
        stopped++; // expect: data-race/unlocked
        if (completely) {
            names.clear(); // expect: data-race/unsafe-object low
        }
    }

    boolean work(int round) {
        return stopped > 0 || names.size() > round;
    }

    public static void main(String[] arguments) throws InterruptedException {
        FlagExcludesLow program = new FlagExcludesLow();
        Thread[] workers = new Thread[4];
        for (int i = 0; i < workers.length; i++) {
            int round = i;
            workers[i] = new Thread(() -> {
                if (program.work(round)) {
                    program.shutdown();
                }
            });
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        program.shutdown(true);
    }
}
