// Concurrent collections may be changed and iterated at the same time.
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

class ConcurrentCollectionsOk {
    static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();
    static final List<Runnable> LISTENERS = new CopyOnWriteArrayList<>();
    static final ConcurrentLinkedQueue<String> LINES = new ConcurrentLinkedQueue<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> use("word")).start();
        }
    }

    private static void use(String word) {
        COUNTS.merge(word, 1, Integer::sum);
        LISTENERS.add(() -> LINES.add(word));
        for (Runnable listener : LISTENERS) {
            listener.run();
        }
        for (String line : LINES) {
            System.out.println(line + COUNTS.get(line));
        }
    }
}
