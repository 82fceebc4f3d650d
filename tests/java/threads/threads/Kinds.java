package threads;

import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import javax.swing.SwingUtilities;

/** One start of each kind of thread. */
final class Kinds {
    static final Object RUN_BY_INITIALIZER = new Object();

    public static void main(String[] args) {
        new Thread(new Work()).start();  // starts: A thread one
        ExecutorService pool = Executors.newFixedThreadPool(4);
        pool.execute(new Work());  // starts: B executor one
        for (int i = 0; i < 2; i++) {
            pool.execute(new Work());  // starts: C executor many
        }
        new ForkJoinPool().execute(new Fork());  // starts: D fork-join one
        CompletableFuture.runAsync(new Work());  // starts: E stage one
        new Timer().schedule(new Tick(), 1);  // starts: F timer one serial
        List.of(1, 2).parallelStream().forEach(i -> work());  // starts: G stream many
        SwingUtilities.invokeLater(new Work());  // starts: H event one serial
        Runtime.getRuntime().addShutdownHook(new Hook());  // starts: I hook one
        Cleaner.create().register(new Object(), new Work());  // starts: J cleaner one
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> work());  // starts: K handler many
        new Finalized();
    }

    static void work() {}

    static final class Work implements Runnable {
        @Override
        public void run() {
            work();
        }
    }

    static final class Fork extends RecursiveAction {
        @Override
        protected void compute() {
            work();
        }
    }

    static final class Tick extends TimerTask {
        @Override
        public void run() {
            work();
        }
    }

    static final class Hook extends Thread {
        @Override
        public void run() {
            work();
        }
    }

    static final class Finalized {
        @Override
        protected void finalize() {
            work();
        }
    }
}
