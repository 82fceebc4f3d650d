// The first thread counts down at its end, and the second one starts when main has waited for that.
// parallel: First.run Second.run no (latch)
import java.util.concurrent.CountDownLatch;

class OrderLatch {
    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new First(latch).start(); // thread: First.run one thread
        latch.await();
        new Second().start(); // thread: Second.run one thread
    }
}

class First extends Thread {
    private final CountDownLatch latch;

    First(CountDownLatch latch) {
        this.latch = latch;
    }

    @Override
    public void run() {
        try {
            System.out.println("first");
        } finally {
            latch.countDown();
        }
    }
}

class Second extends Thread {
    @Override
    public void run() {
        System.out.println("second");
    }
}
