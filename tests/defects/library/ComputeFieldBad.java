// mode: library
// The lambda of compute holds the lock of one bin only: for different keys it runs in parallel.
import java.util.concurrent.ConcurrentHashMap;

public class ComputeFieldBad {
    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
    private int misses;

    public int add(String key) {
        return counts.compute(key, (k, old) -> {
            if (old == null) {
                misses++; // expect: data-race/unlocked !known-gap At the read.
                return 1;
            }
            return old + 1;
        });
    }

    public int misses() {
        return misses; // expect: data-race/unlocked !wrong The write comes first.
    }
}
