// mode: library
// The bus calls its listener under its lock; the listener calls the bus while it holds its own.
public class CallbackInterfaceBad {
    public interface Listener {
        void onEvent(String event);
    }

    public static class Bus {
        private final Listener listener = new Log(this);
        private int events;

        public void fire(String event) {
            synchronized (this) {
                events++;
                listener.onEvent(event);
            }
        }

        public int events() {
            synchronized (this) { // expect: deadlock/lock-order
                return events;
            }
        }

        public Listener listener() {
            return listener;
        }
    }

    public static class Log implements Listener {
        private final Bus bus;
        private String last = "";

        Log(Bus bus) {
            this.bus = bus;
        }

        public void onEvent(String event) {
            synchronized (this) {
                last = event;
            }
        }

        public String report() {
            synchronized (this) {
                return last + bus.events();
            }
        }
    }
}
