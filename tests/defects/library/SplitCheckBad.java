// mode: library
// The test and the insertion hold the lock, but not together.
import java.util.ArrayList;
import java.util.List;

public class SplitCheckBad {
    private final List<String> names = new ArrayList<>();

    public void addOnce(String name) {
        boolean known;
        synchronized (names) { known = names.contains(name); }
        if (!known) {
            synchronized (names) { names.add(name); } // expect: method-atomicity/split-update
        }
    }

    public int size() {
        synchronized (names) {
            return names.size();
        }
    }
}
