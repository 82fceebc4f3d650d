// mode: library
// The set is read under the lock and changed without it.
import java.util.HashSet;
import java.util.Set;

public class HashSetAddBad {
    private final Set<Integer> seen = new HashSet<>();

    public void add(int number) {
        seen.add(number); // expect: data-race/unsafe-object
    }

    public synchronized boolean contains(int number) {
        return seen.contains(number);
    }

    public synchronized int size() {
        return seen.size();
    }
}
