// mode: library
// Volatile protects the reference to the list, not its contents.
import java.util.ArrayList;
import java.util.List;

public class VolatileListBad {
    private volatile List<String> names = new ArrayList<>();

    public void add(String name) {
        names.add(name); // expect: data-race/unsafe-object
    }

    public void clear() {
        names = new ArrayList<>();
    }

    public int size() {
        return names.size();
    }
}
