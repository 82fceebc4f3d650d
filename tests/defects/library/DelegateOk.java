// mode: library
// The class leaves all thread safety to the objects in its final fields.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

@DelegateOk.ThreadSafe
public class DelegateOk {
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();
    private final AtomicLong calls = new AtomicLong();

    public void count(String key) {
        calls.incrementAndGet();
        counters.computeIfAbsent(key, k -> new Counter()).add();
    }

    public int get(String key) {
        Counter counter = counters.get(key);
        return counter == null ? 0 : counter.value();
    }

    public long calls() {
        return calls.get();
    }

    private static class Counter {
        private int value;

        synchronized void add() {
            value++;
        }

        synchronized int value() {
            return value;
        }
    }

    @interface ThreadSafe { }
}
