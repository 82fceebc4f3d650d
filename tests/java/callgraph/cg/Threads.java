package cg;

import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Every way to start a thread. */
public class Threads {
    static class Worker extends Thread {
        @Override
        public void run() {
            inWorker();
        }
    }

    static class Job implements Runnable {
        @Override
        public void run() {
            inJob();
        }
    }

    static class Other implements Runnable {
        @Override
        public void run() {
        }
    }

    static class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        @Override
        protected Integer compute() {
            return 1;
        }
    }

    static class Tick extends TimerTask {
        @Override
        public void run() {
        }
    }

    /** javac makes two bridges for append: to Writer's and to Appendable's. */
    static class Output extends java.io.StringWriter {
        @Override
        public Output append(char c) {
            return this;
        }
    }

    static class Holder {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
        }
    }

    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        worker.start(); // site: worker
        Thread job = new Thread(new Job());
        job.start(); // site: job
        Thread other = new Thread(new Other(), "other");
        other.start(); // site: other
        for (int i = 0; i < 3; i++) {
            new Thread(() -> inLoop()).start(); // site: loop
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> executed()); // site: execute
        pool.submit(() -> submitted()); // site: submit
        Callable<String> call = () -> called();
        List<Callable<String>> calls = Arrays.asList(call);
        pool.invokeAll(calls); // site: invokeAll
        CompletableFuture.supplyAsync(() -> supplied()).thenApply(text -> applied(text));
        new ForkJoinPool().invoke(new Sum()); // site: forkjoin
        new Timer().schedule(new Tick(), 1); // site: timer
        Runtime.getRuntime().addShutdownHook(new Worker()); // site: hook
        Arrays.asList("a").parallelStream().forEach(text -> inParallel(text)); // site: parallel
        Arrays.asList("a").stream().forEach(text -> sequentially(text)); // site: sequential
        new Holder();
        new java.io.PrintWriter(new Output());
        Runnable direct = new Job();
        direct.run(); // site: direct
        new ThreadGroup("group").uncaughtException(worker, null); // site: handed over
        worker.join();
    }

    static void inWorker() {
    }

    static void inJob() {
    }

    static void inLoop() {
    }

    static void executed() {
    }

    static void submitted() {
    }

    static String called() {
        return "";
    }

    static String supplied() {
        return "";
    }

    static String applied(String text) {
        return text;
    }

    static void inParallel(String text) {
    }

    static void sequentially(String text) {
    }
}
