// mode: library
// infer#1793: a method that is visible for tests only is not part of what clients call from several threads.
import java.util.ArrayList;
import java.util.List;

public class Ask1793VisibleForTestingOk {
    private final List<String> lines = new ArrayList<>();
    private int dropped;

    public synchronized void add(String line) {
        if (lines.size() < 100) {
            lines.add(line);
        } else {
            dropped++;
        }
    }

    public synchronized int size() {
        return lines.size();
    }

    @VisibleForTesting
    public int droppedForTest() {
        return dropped;
    }

    @VisibleForTesting
    void clearForTest() {
        lines.clear();
        dropped = 0;
    }
}

@interface VisibleForTesting {
}
