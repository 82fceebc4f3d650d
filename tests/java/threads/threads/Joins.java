package threads;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;

/** What has ended when the next begins. */
final class Joins {
    static Thread field;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Thread a = new A();
        event();  // overlaps:
        a.start();  // starts: A thread one
        event();  // overlaps: A
        try {
            a.join();
        } catch (InterruptedException e) {
            event();  // overlaps:
        }
        event();  // overlaps:
        field = new B();
        field.start();  // starts: B thread one
        callee();  // overlaps: B
        waitForField();
        event();  // overlaps:
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Future<?> future = pool.submit(new C());  // starts: C executor one
        event();  // overlaps: C
        future.get();
        event();  // overlaps:
        for (int i = 0; i < 3; i++) {
            pool.submit(new D());  // starts: D executor many
        }
        event();  // overlaps: D
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        event();  // overlaps:
        for (int i = 0; i < 3; i++) {
            Thread e = new E();
            e.start();  // starts: E thread many
            event();  // overlaps: E
            e.join();
            event();  // overlaps:
        }
        Thread f = new F();
        f.start();  // starts: F thread one
        f.join(100);
        event();  // overlaps: F
        new ForkJoinPool(2).invoke(new G());  // starts: G fork-join one
        event();  // overlaps: F
        if (args.length > 0) {
            new H().start();  // starts: H thread one
        }
        event();  // overlaps: F H
    }

    static void event() {}

    static void callee() {
        event();
    }

    static void waitForField() throws InterruptedException {
        if (field.isAlive()) {
            field.join();
        } else {
            field.join();
        }
    }

    static class A extends Thread {
        @Override
        public void run() {}
    }

    static class B extends Thread {
        @Override
        public void run() {}
    }

    static class C implements Runnable {
        @Override
        public void run() {}
    }

    static class D implements Runnable {
        @Override
        public void run() {}
    }

    static class E extends Thread {
        @Override
        public void run() {}
    }

    static class F extends Thread {
        @Override
        public void run() {}
    }

    static class G extends RecursiveAction {
        @Override
        protected void compute() {}
    }

    static class H extends Thread {
        @Override
        public void run() {}
    }
}
// parallel: D-D F-G F-H main-A main-B main-C main-D main-E main-F main-H
