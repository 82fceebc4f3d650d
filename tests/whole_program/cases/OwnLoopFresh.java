// A new object in every round: what is done to it before it is published is never shared; the object of the round
// before is.
import java.util.concurrent.ConcurrentLinkedQueue;

class OwnLoopFresh {
    static final ConcurrentLinkedQueue<Item> QUEUE = new ConcurrentLinkedQueue<>();

    public static void main(String[] arguments) {
        new Drain().start(); // thread: Drain.run one thread
        Item last = null;
        for (int i = 0; i < 10; i++) {
            Item item = new Item(); // object: global shared escape !unique
            item.count = i; // access: unshared
            if (last != null) {
                last.count++; // access: threads=main locks=none
            }
            QUEUE.add(item);
            last = item;
        }
    }
}

class Item {
    int count;
}

class Drain extends Thread {
    @Override
    public void run() {
        for (Item item; (item = OwnLoopFresh.QUEUE.poll()) != null;) {
            System.out.println(item.count); // access: threads=Drain.run locks=none
        }
    }
}
