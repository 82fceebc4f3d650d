// infer#1477: a listener given by somebody else is called under the lock, which deserves a note in an audit.
// mode: library
import java.util.ArrayList;
import java.util.List;

public class Ask1477ForeignCall {
    public interface Listener {
        void changed(int level);
    }

    private final List<Listener> listeners = new ArrayList<>();
    private int level;

    public synchronized void listen(Listener listener) {
        listeners.add(listener);
    }

    public synchronized void raise() {
        level++;
        for (Listener listener : listeners) {
            listener.changed(level);         // expect-audit: deadlock/foreign-call
        }
    }
}
