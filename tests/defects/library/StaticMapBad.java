// mode: library
// A static cache in a plain HashMap, used by all instances and all threads.
import java.util.HashMap;
import java.util.Map;

public class StaticMapBad {
    private static final Map<String, Integer> LENGTHS = new HashMap<>();
    private volatile String last = "";

    public void add(String text) {
        LENGTHS.put(text, text.length()); // expect-audit: data-race/unsafe-object
        last = text;
    }

    public static boolean known(String text) {
        return LENGTHS.containsKey(text);
    }

    public String last() {
        return last;
    }
}
