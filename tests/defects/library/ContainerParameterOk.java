// mode: library
// The collections belong to the caller, who passes them for the time of the call.
import java.util.List;
import java.util.Map;

@ContainerParameterOk.ThreadSafe
public class ContainerParameterOk {
    private final String prefix;

    public ContainerParameterOk(String prefix) {
        this.prefix = prefix;
    }

    public void fill(Map<String, String> target, String key) {
        target.put(key, prefix + key);
        note(target);
    }

    public int addAll(List<String> target, List<String> more) {
        for (String word : more) {
            target.add(prefix + word);
        }
        return target.size();
    }

    private static void note(Map<String, String> target) {
        target.put("filled", "true");
    }

    @interface ThreadSafe { }
}
