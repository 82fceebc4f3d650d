// mode: library
// Atomic variables, an adder and a field updater.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

public class AtomicsOk {
    private static final AtomicIntegerFieldUpdater<AtomicsOk> STATE =
        AtomicIntegerFieldUpdater.newUpdater(AtomicsOk.class, "state");
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReference<String> last = new AtomicReference<>("");
    private final LongAdder total = new LongAdder();
    private volatile int state;

    public int add(String name, long n) {
        last.set(name);
        total.add(n);
        return count.incrementAndGet();
    }

    public boolean close() {
        return STATE.compareAndSet(this, 0, 1);
    }

    public String report() {
        return last.get() + total.sum() + state;
    }
}
