// Two workers write fields of their own, but the latch opens for the main thread when the first of them is done.
import java.util.concurrent.CountDownLatch;

class LatchTooSmallBad {
    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Parser[] parsers = new Parser[2];
        for (int i = 0; i < parsers.length; i++) {
            parsers[i] = new Parser(done);
            parsers[i].start();
        }
        done.await();
        int tokens = 0;
        for (Parser parser : parsers) {
            tokens += parser.tokens;
        }
        if (tokens != 20) {
            throw new IllegalStateException("lost: " + tokens);
        }
    }
}

class Parser extends Thread {
    private final CountDownLatch done;
    int tokens;

    Parser(CountDownLatch done) {
        this.done = done;
    }

    @Override
    public void run() {
        tokens = 10; // expect: data-race/unlocked
        done.countDown();
    }
}
