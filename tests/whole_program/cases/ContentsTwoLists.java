// Two lists of one class: what is in the one is shared, what is in the other is not.
import java.util.ArrayList;
import java.util.List;

class ContentsTwoLists {
    static final List<Item> SHARED = new ArrayList<>(); // object: global shared unique

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
        List<Item> own = new ArrayList<>(); // object: !shared !global
        own.add(new Item()); // object: !shared !global ; access: unshared
        ContentsTwoLists.SHARED.add(new Item()); // object: global shared
        //^ access contents: threads=Worker.run locks=none
        own.get(0).count++; // access: unshared
        ContentsTwoLists.SHARED.get(0).count++; // access count: threads=Worker.run locks=none
        //^ access contents: threads=Worker.run locks=none
    }
}
