// Program 5.3: the store may be shut down between the check that it is open and the insertion of a new entry.
import java.util.HashMap;
import java.util.Map;

class Paper_5_3 {
    static class Entry {
        private final String store;

        Entry(String store) {
            this.store = store;
        }
    }

    static class Manager {
        private boolean closed;
        private Map<String, Entry> entries = new HashMap<>();

        synchronized void checkClosed() {
            if (closed) {
                throw new IllegalStateException("closed");
            }
        }

        String loadStore(String key) {
            checkClosed();
            Entry entry = lookupEntry(key);  // expect: method-atomicity/split-state
            return entry.store;
        }

        synchronized Entry lookupEntry(String key) {
            Entry entry = entries.get(key);
            if (entry == null) {
                entry = new Entry(key);
                entries.put(key, entry);
            }
            return entry;
        }

        synchronized void shutdown() {
            entries = new HashMap<>();
            closed = true;
        }
    }

    public static void main(String[] arguments) {
        Manager manager = new Manager();
        new Thread(() -> System.out.println(manager.loadStore("a"))).start();
        new Thread(() -> System.out.println(manager.loadStore("b"))).start();
        new Thread(() -> manager.shutdown()).start();
    }
}
