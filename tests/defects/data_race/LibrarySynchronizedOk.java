// mode: library
// Every public method holds the lock of the object, and the helpers are private.
import java.util.ArrayList;
import java.util.List;

public class LibrarySynchronizedOk {
    private final List<String> lines = new ArrayList<>();
    private int dropped;

    public synchronized void add(String line) {
        if (isFull()) {
            dropped++;
        } else {
            lines.add(line);
        }
    }

    public synchronized int dropped() {
        return dropped;
    }

    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    private boolean isFull() {
        return lines.size() >= 100;
    }
}
