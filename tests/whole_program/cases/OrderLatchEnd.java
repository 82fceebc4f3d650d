// Main waits until each of the workers has counted down at its end, and then starts a reader.
// parallel: Worker.run Worker.run yes
// parallel: Worker.run Reader.run no (all of them are waited for)
import java.util.concurrent.CountDownLatch;

class OrderLatchEnd {
    public static void main(String[] arguments) throws InterruptedException {
        int count = arguments.length;
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            new Worker(done).start(); // thread: Worker.run many thread
        }
        done.await();
        new Reader().start(); // thread: Reader.run one thread
    }
}

class Worker extends Thread {
    private final CountDownLatch done;

    Worker(CountDownLatch done) {
        this.done = done;
    }

    @Override
    public void run() {
        try {
            System.out.println("worker");
        } finally {
            done.countDown();
        }
    }
}

class Reader extends Thread {
    @Override
    public void run() {
        System.out.println("reader");
    }
}
