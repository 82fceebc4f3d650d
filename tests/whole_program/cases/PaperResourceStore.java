// Program 5.3: the map belongs to its manager, and its entries get out of it.
// parallel: Loader.run Closer.run yes
import java.util.HashMap;
import java.util.Map;

class PaperResourceStore {
    public static void main(String[] arguments) {
        ResourceStoreManager manager = new ResourceStoreManager(); // object: global shared unique entries->HashMap
        for (int i = 0; i < 2; i++) {
            new Loader(manager).start(); // thread: Loader.run many thread
        }
        new Closer(manager).start(); // thread: Closer.run one thread
    }
}

class Entry {
    int uses;
}

class ResourceStoreManager {
    boolean closed;
    Map<String, Entry> entries = new HashMap<>(); // object: global shared object-specific host=ResourceStoreManager

    synchronized void checkClosed() {
        if (closed) { // access: threads=Loader.run locks=this
            throw new IllegalStateException();
        }
    }

    Entry load(String key) {
        checkClosed();
        return lookUp(key);
    }

    synchronized Entry lookUp(String key) {
        Entry entry = entries.get(key); // access contents: threads=Loader.run locks=ResourceStoreManager
        if (entry == null) {
            entry = new Entry(); // object: global shared escape !unique !object-specific
            entries.put(key, entry); // access contents: threads=Loader.run locks=ResourceStoreManager
        }
        return entry;
    }

    synchronized void shutdown() {
        entries.clear(); // access contents: threads=Closer.run locks=ResourceStoreManager
        closed = true; // access: threads=Closer.run locks=this
    }
}

class Loader extends Thread {
    private final ResourceStoreManager manager;

    Loader(ResourceStoreManager manager) {
        this.manager = manager;
    }

    @Override
    public void run() {
        manager.load("store").uses++; // access uses: threads=Loader.run locks=none
    }
}

class Closer extends Thread {
    private final ResourceStoreManager manager;

    Closer(ResourceStoreManager manager) {
        this.manager = manager;
    }

    @Override
    public void run() {
        manager.shutdown();
    }
}
