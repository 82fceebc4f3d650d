// The wrapper has a lock of its own, which is also the client's; the objects in it are not protected.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class LockSynchronizedCollection {
    static final List<Item> ITEMS = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] arguments) {
        ITEMS.add(new Item()); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Item {
    int count;
    int guarded;
}

class Worker extends Thread {
    @Override
    public void run() {
        LockSynchronizedCollection.ITEMS.get(0).count++; // access count: threads=Worker.run locks=none
        synchronized (LockSynchronizedCollection.ITEMS) {
            for (Item item : LockSynchronizedCollection.ITEMS) {
                item.guarded++; // access guarded: threads=Worker.run locks=ITEMS
            }
        }
    }
}
