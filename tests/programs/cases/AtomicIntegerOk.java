// Atomic counters, an atomic array and a LongAdder; and an object published by a counter.
// variant: default
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

public class AtomicIntegerOk {
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicIntegerArray array = new AtomicIntegerArray(4);
    private final LongAdder adder = new LongAdder();
    private int data;

    private void play(int me) {
        for (int i = 0; i < 200; i++) {
            while (turn.get() % 2 != me) {
                Thread.yield();
            }
            data += me + 1;
            array.incrementAndGet(i % 4);
            adder.increment();
            turn.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerOk shared = new AtomicIntegerOk();
        Thread other = new Thread(() -> shared.play(1));
        other.start();
        shared.play(0);
        other.join();
        System.out.println(shared.data + " " + shared.array + " " + shared.adder);
    }
}
