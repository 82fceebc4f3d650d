// The listeners are copied under the lock and called without it.
// mode: library
import java.util.ArrayList;
import java.util.List;

public class ForeignAfterLock {
    public interface Listener {
        void changed();
    }

    private final List<Listener> listeners = new ArrayList<>();

    public synchronized void listen(Listener listener) {
        listeners.add(listener);
    }

    public void change() {
        List<Listener> copy;
        synchronized (this) {
            copy = new ArrayList<>(listeners);
        }
        for (Listener listener : copy) {
            listener.changed();
        }
    }
}
