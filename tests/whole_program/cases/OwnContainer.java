// A list that belongs to one task, with what is in it.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class OwnContainer {
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
        List<Item> items = new ArrayList<>(); // object: !shared !global
        Map<String, Item> byName = new HashMap<>(); // object: !shared !global
        for (int i = 0; i < 10; i++) {
            Item item = new Item(); // object: !shared !global
            items.add(item); // access: unshared
            byName.put("item " + i, item); // access: unshared
            item.count = i; // access: unshared
        }
        for (Item item : items) { // access: unshared
            item.count++; // access: unshared
        }
        byName.get("item 3").count++; // access: unshared
    }
}
