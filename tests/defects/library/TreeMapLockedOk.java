// mode: library
// A TreeMap that is used under one lock only, also by its iterator.
import java.util.Map;
import java.util.TreeMap;

public class TreeMapLockedOk {
    private final Map<String, Integer> counts = new TreeMap<>();

    public void count(String word) {
        synchronized (counts) {
            counts.merge(word, 1, Integer::sum);
        }
    }

    public int total() {
        int total = 0;
        synchronized (counts) {
            for (Map.Entry<String, Integer> entry : counts.entrySet()) {
                total += entry.getValue();
            }
        }
        return total;
    }
}
