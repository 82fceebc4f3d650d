// Readers get a copy that is made under the lock, and then work on the copy alone.
import java.util.ArrayList;
import java.util.List;

class SnapshotOk {
    public static void main(String[] arguments) {
        Log log = new Log();
        new Thread(() -> log.add("started")).start();
        new Thread(() -> log.add("stopped")).start();
        new Thread(() -> {
            List<String> lines = log.snapshot();
            lines.add("end");
            System.out.println(lines);
        }).start();
    }
}

class Log {
    private final List<String> lines = new ArrayList<>();

    synchronized void add(String line) {
        lines.add(line);
    }

    synchronized List<String> snapshot() {
        return new ArrayList<>(lines);
    }
}
