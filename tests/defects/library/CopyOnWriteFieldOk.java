// mode: library
// Writers replace the list under a lock; readers read the volatile field and a list that no one changes any more.
import java.util.ArrayList;
import java.util.List;

public class CopyOnWriteFieldOk {
    private volatile List<String> names = new ArrayList<>();

    public synchronized void add(String name) {
        List<String> copy = new ArrayList<>(names);
        copy.add(name);
        names = copy;
    }

    public boolean contains(String name) {
        return names.contains(name);
    }

    public int size() {
        return names.size();
    }
}
