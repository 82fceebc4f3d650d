// One thread reads, another writes, whichever comes first: read-write in one run, write-read in the next, and the same
// finding for a baseline.
// variant: default alike=10
import java.util.concurrent.ThreadLocalRandom;

public class EitherOrderBad {
    private int value;

    void set() {
        value = 1;  // expect: object-race EitherOrderBad.value
    }

    int get() {
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        EitherOrderBad shared = new EitherOrderBad();
        Thread writer = new Thread(() -> {
            nap(ThreadLocalRandom.current().nextInt(20));
            shared.set();
        });
        Thread reader = new Thread(() -> {
            nap(ThreadLocalRandom.current().nextInt(20));
            shared.get();
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        System.out.println(shared.get());
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
