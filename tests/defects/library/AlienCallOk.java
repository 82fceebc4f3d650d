// mode: library
// Listeners are copied under the lock and called after it has been released.
import java.util.ArrayList;
import java.util.List;

public class AlienCallOk {
    private final List<Runnable> listeners = new ArrayList<>();

    public synchronized void listen(Runnable listener) {
        listeners.add(listener);
    }

    public void fire() {
        List<Runnable> copy;
        synchronized (this) {
            copy = new ArrayList<>(listeners);
        }
        for (Runnable listener : copy) {
            listener.run();
        }
    }
}
