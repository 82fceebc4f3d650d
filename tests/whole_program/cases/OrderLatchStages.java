// The second thread begins with waiting for the end of the first; the third looks at something before it waits.
// parallel: First.run Second.run no (it waits first)
// parallel: First.run Third.run yes (it does something before)
import java.util.concurrent.CountDownLatch;

class OrderLatchStages {
    static int total;

    public static void main(String[] arguments) {
        CountDownLatch done = new CountDownLatch(1);
        new Second(done).start(); // thread: Second.run one thread
        new Third(done).start(); // thread: Third.run one thread
        new First(done).start(); // thread: First.run one thread
    }
}

class First extends Thread {
    private final CountDownLatch done;

    First(CountDownLatch done) {
        this.done = done;
    }

    @Override
    public void run() {
        OrderLatchStages.total++;
        done.countDown();
    }
}

class Second extends Thread {
    private final CountDownLatch done;

    Second(CountDownLatch done) {
        this.done = done;
    }

    @Override
    public void run() {
        try {
            done.await();
        } catch (InterruptedException e) {
            return;
        }
        System.out.println(OrderLatchStages.total);
    }
}

class Third extends Thread {
    private final CountDownLatch done;

    Third(CountDownLatch done) {
        this.done = done;
    }

    @Override
    public void run() {
        System.out.println(OrderLatchStages.total);
        try {
            done.await();
        } catch (InterruptedException e) {
            return;
        }
        System.out.println(OrderLatchStages.total);
    }
}
