// mode: library
// Collections of java.util.concurrent need no lock.
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

@ConcurrentCollectionsOk.ThreadSafe
public class ConcurrentCollectionsOk {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Queue<String> queue = new ConcurrentLinkedQueue<>();

    public void count(String word) {
        counts.merge(word, 1, Integer::sum);
        queue.add(word);
        for (Runnable listener : listeners) {
            listener.run();
        }
    }

    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    public String next() {
        return queue.poll();
    }

    @interface ThreadSafe { }
}
