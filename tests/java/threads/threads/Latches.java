package threads;

import java.util.concurrent.CountDownLatch;

// Latches at the beginning and at the end of threads. The comments are read by tests/unit/execution/threads_test.cpp.
public final class Latches {
    private static void work() {
        System.out.println("work");
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            new Worker(go, done).start(); // starts: A thread many
        }
        new Hasty(go).start(); // starts: B thread one
        work(); // overlaps: B
        go.countDown();
        work(); // overlaps: A B
        done.await();
        work(); // overlaps: B
    }

    private static final class Worker extends Thread {
        private final CountDownLatch go;
        private final CountDownLatch done;

        Worker(CountDownLatch go, CountDownLatch done) {
            this.go = go;
            this.done = done;
        }

        @Override
        public void run() {
            try {
                go.await();
                System.out.println("worker");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            } finally {
                done.countDown();
            }
        }
    }

    private static final class Hasty extends Thread {
        private final CountDownLatch go;

        Hasty(CountDownLatch go) {
            this.go = go;
        }

        @Override
        public void run() {
            System.out.println("hasty");
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("late");
        }
    }
}
