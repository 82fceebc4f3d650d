// With the list, what is in it and what will be put into it is published.
import java.util.ArrayList;
import java.util.List;

class OwnPublishedContainer {
    public static void main(String[] arguments) {
        List<Item> items = new ArrayList<>(); // object: global shared escape unique
        Item before = new Item(); // object: global shared escape unique
        items.add(before); // access: unshared
        before.count = 1; // access: unshared
        new Reader(items).start(); // thread: Reader.run one thread
        before.count = 2; // access: threads=main locks=none
        Item after = new Item(); // object: global shared escape unique
        after.count = 3; // access: unshared
        items.add(after); // access: threads=main locks=none
        after.count = 4; // access: threads=main locks=none
    }
}

class Item {
    int count;
}

class Reader extends Thread {
    private final List<Item> items;

    Reader(List<Item> items) {
        this.items = items;
    }

    @Override
    public void run() {
        System.out.println(items.get(0).count); // access count: threads=Reader.run locks=none
        //^ access contents: threads=Reader.run locks=none
    }
}
