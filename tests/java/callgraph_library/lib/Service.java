package lib;

import java.util.ArrayList;
import java.util.List;

/** A library: no main anywhere. */
public class Service {
    public interface Listener {
        void changed();
    }

    @interface VisibleForTesting {
    }

    private final List<Listener> listeners = new ArrayList<>();

    public synchronized void add(Listener listener) {
        listeners.add(listener);
    }

    public void fire() {
        for (Listener listener : listeners) {
            listener.changed(); // site: changed
        }
        hidden();
    }

    @VisibleForTesting
    public void reset() {
        onlyInTests();
    }

    void hidden() {
    }

    private void onlyInTests() {
    }
}
