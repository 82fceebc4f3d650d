// Iterators, entries and sublists are views of their collection.
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

class ContentsIterator {
    static final Map<String, Item> SHARED = new TreeMap<>(); // object: global shared

    public static void main(String[] arguments) {
        SHARED.put("a", new Item()); // object: global shared
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
        Map<String, Item> own = new TreeMap<>(); // object: !shared
        own.put("a", new Item()); // object: !shared ; access: unshared
        for (Map.Entry<String, Item> entry : own.entrySet()) {
            entry.getValue().count++; // access: unshared
        }
        Iterator<Item> all = ContentsIterator.SHARED.values().iterator();
        //^ access contents: threads=Worker.run locks=none
        while (all.hasNext()) {
            all.next().count++; // access count: threads=Worker.run locks=none
        }
        for (Map.Entry<String, Item> entry : ContentsIterator.SHARED.entrySet()) {
            entry.getValue().count++; // access count: threads=Worker.run locks=none
        }
    }
}
