// Counters of java.util.concurrent.atomic need no lock.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

class AtomicsOk {
    static final AtomicInteger COUNT = new AtomicInteger();
    static final AtomicIntegerArray SLOTS = new AtomicIntegerArray(4);
    static final LongAdder BYTES = new LongAdder();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            int slot = i;
            new Thread(() -> {
                COUNT.incrementAndGet();
                SLOTS.addAndGet(slot, 2);
                BYTES.add(100);
                System.out.println(COUNT.get() + SLOTS.get(0) + BYTES.sum());
            }).start();
        }
    }
}
