// mode: library
// Elements are added under the lock, but the size is read without it.
import java.util.ArrayList;
import java.util.List;

public class ArrayListSizeBad {
    private final List<String> lines = new ArrayList<>();

    public synchronized void add(String line) {
        lines.add(line);
    }

    public synchronized String join() {
        return String.join(",", lines);
    }

    public int size() {
        return lines.size(); // expect: data-race/unsafe-object
    }
}
