// mode: library
// Producers add to the ArrayDeque under a lock, consumers take from it without one.
import java.util.ArrayDeque;

@ArrayDequeBad.ThreadSafe
public class ArrayDequeBad {
    private final ArrayDeque<String> jobs = new ArrayDeque<>();
    private final Object lock = new Object();

    public void submit(String job) {
        synchronized (lock) {
            jobs.addLast(job);
        }
    }

    public String next() {
        return jobs.pollFirst(); // expect: data-race/unsafe-object
    }

    @interface ThreadSafe { }
}
