// mode: library
// Single operations of synchronized collections need no further lock, and the iteration holds theirs.
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

@SynchronizedWrapperOk.ThreadSafe
public class SynchronizedWrapperOk {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> sizes = Collections.synchronizedMap(new HashMap<>());

    public void add(String line) {
        lines.add(line);
    }

    public Integer resize(String key, int size) {
        return sizes.put(key, size);
    }

    public int length() {
        int length = 0;
        synchronized (lines) {
            for (String line : lines) {
                length += line.length();
            }
        }
        return length;
    }

    @interface ThreadSafe { }
}
