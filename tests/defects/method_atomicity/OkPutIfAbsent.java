// A cache looks first, computes without the lock, and looks again before it stores.
import java.util.HashMap;
import java.util.Map;

class OkPutIfAbsent {
    private final Map<String, Integer> lengths = new HashMap<>();

    public static void main(String[] arguments) {
        OkPutIfAbsent cache = new OkPutIfAbsent();
        new Thread(() -> System.out.println(cache.length("fox"))).start();
        new Thread(() -> System.out.println(cache.length("owl"))).start();
    }

    int length(String word) {
        synchronized (lengths) {
            Integer known = lengths.get(word);
            if (known != null) {
                return known;
            }
        }
        int computed = word.trim().length();
        synchronized (lengths) {
            Integer known = lengths.get(word);
            if (known != null) {
                return known;
            }
            lengths.put(word, computed);
            return computed;
        }
    }
}
