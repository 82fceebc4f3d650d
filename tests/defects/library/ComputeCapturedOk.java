// mode: library
// The lambda of compute runs in the calling thread and writes to an object that only this call knows.
import java.util.concurrent.ConcurrentHashMap;

public class ComputeCapturedOk {
    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    public boolean add(String key) {
        Result result = new Result();
        counts.compute(key, (k, old) -> {
            result.created = old == null;
            return old == null ? 1 : old + 1;
        });
        return result.created;
    }

    public int count(String key) {
        return counts.getOrDefault(key, 0);
    }

    private static class Result {
        boolean created;
    }
}
