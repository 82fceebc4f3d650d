// Maps of maps: contents per object, on both levels.
import java.util.HashMap;
import java.util.Map;

class ContentsMapOfMaps {
    static final Map<String, Map<String, Item>> SHARED = new HashMap<>(); // object: global shared unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Item {
    int count;
}

class Worker extends Thread {
    @Override
    public void run() {
        Map<String, Map<String, Item>> own = new HashMap<>(); // object: !shared
        own.put("a", new HashMap<>()); // object: !shared ; access: unshared
        own.get("a").put("b", new Item()); // object: !shared ; access: unshared
        own.get("a").get("b").count++; // access: unshared
        synchronized (ContentsMapOfMaps.SHARED) {
            Map<String, Item> inner = ContentsMapOfMaps.SHARED.get("a");
            //^ access contents: threads=Worker.run locks=SHARED
            if (inner == null) {
                inner = new HashMap<>(); // object: global shared
                inner.put("b", new Item()); // object: global shared ; access contents: unshared
                ContentsMapOfMaps.SHARED.put("a", inner); // access contents: threads=Worker.run locks=SHARED
            }
            inner.get("b").count++; // access count: threads=Worker.run locks=SHARED
            //^ access contents: threads=Worker.run locks=SHARED
        }
    }
}
