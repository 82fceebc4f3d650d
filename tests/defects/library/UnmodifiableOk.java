// mode: library
// Collections that nobody can change after the constructor.
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@UnmodifiableOk.ThreadSafe
public class UnmodifiableOk {
    private final List<String> names;
    private final Map<String, Integer> ranks;
    private final List<String> units = List.of("m", "s", "kg");

    public UnmodifiableOk(List<String> names) {
        this.names = Collections.unmodifiableList(new ArrayList<>(names));
        Map<String, Integer> map = new HashMap<>();
        for (String name : names) {
            map.put(name, map.size());
        }
        ranks = Map.copyOf(map);
    }

    public Integer rank(String name) {
        return ranks.get(name);
    }

    public String first() {
        return names.get(0) + units.get(0);
    }

    @interface ThreadSafe { }
}
