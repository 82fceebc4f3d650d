// Latches that open before all is over: too few signals needed, work after the signal, two signals of one worker, a
// wait with a time limit.
// parallel: TooFew.run Reader.run yes (the latch needs two signals of three)
// parallel: GoesOn.run Reader.run yes (it goes on after its signal)
// parallel: Twice.run Reader.run yes (one of them may have counted for both)
// parallel: Late.run Reader.run yes (the wait may have given up)
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class OrderLatchEndOpen {
    static int total;

    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch few = new CountDownLatch(2);
        for (int i = 0; i < 3; i++) {
            new TooFew(few).start(); // thread: TooFew.run many thread
        }
        few.await();
        CountDownLatch early = new CountDownLatch(1);
        new GoesOn(early).start(); // thread: GoesOn.run one thread
        early.await();
        CountDownLatch both = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            new Twice(both).start(); // thread: Twice.run many thread
        }
        both.await();
        CountDownLatch limited = new CountDownLatch(1);
        new Late(limited).start(); // thread: Late.run one thread
        limited.await(1, TimeUnit.SECONDS);
        new Reader().start(); // thread: Reader.run one thread
    }
}

class TooFew extends Thread {
    private final CountDownLatch latch;

    TooFew(CountDownLatch latch) {
        this.latch = latch;
    }

    @Override
    public void run() {
        System.out.println("too few");
        latch.countDown();
    }
}

class GoesOn extends Thread {
    private final CountDownLatch latch;

    GoesOn(CountDownLatch latch) {
        this.latch = latch;
    }

    @Override
    public void run() {
        latch.countDown();
        OrderLatchEndOpen.total++;
    }
}

class Twice extends Thread {
    private final CountDownLatch latch;

    Twice(CountDownLatch latch) {
        this.latch = latch;
    }

    @Override
    public void run() {
        System.out.println("twice");
        latch.countDown();
        latch.countDown();
    }
}

class Late extends Thread {
    private final CountDownLatch latch;

    Late(CountDownLatch latch) {
        this.latch = latch;
    }

    @Override
    public void run() {
        System.out.println("late");
        latch.countDown();
    }
}

class Reader extends Thread {
    @Override
    public void run() {
        System.out.println("reader");
    }
}
