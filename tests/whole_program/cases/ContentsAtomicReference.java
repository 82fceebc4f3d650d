// What an AtomicReference holds is shared like the reference.
import java.util.concurrent.atomic.AtomicReference;

class ContentsAtomicReference {
    static final AtomicReference<Item> SHARED = new AtomicReference<>(new Item()); // object Item: global shared

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
        AtomicReference<Item> own = new AtomicReference<>(); // object: !shared
        own.set(new Item()); // object: !shared
        own.get().count++; // access count: unshared
        ContentsAtomicReference.SHARED.get().count++; // access count: threads=Worker.run locks=none
        Item next = new Item(); // object: global shared !unique
        next.count = 5; // access: unshared
        ContentsAtomicReference.SHARED.compareAndSet(null, next);
        next.count = 6; // access: threads=Worker.run locks=none
        ContentsAtomicReference.SHARED.updateAndGet(old -> old).count++; // access count: threads=Worker.run locks=none
    }
}
