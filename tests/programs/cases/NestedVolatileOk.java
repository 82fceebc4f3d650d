// A box goes back and forth through a volatile field of a member class, which is not loaded yet when the class that
// reads and writes it is. The plain field beside it orders nothing.
// variant: default
public class NestedVolatileOk {
    private int value;
    private int unordered;

    static class Base {
        volatile NestedVolatileOk box;
        volatile boolean full;
    }

    static final class Slot extends Base {
        final String name = "slot";
    }

    private static NestedVolatileOk take(Slot from) {
        while (!from.full) Thread.yield();
        NestedVolatileOk box = from.box;
        from.full = false;
        return box;
    }

    private static void put(Slot to, NestedVolatileOk box) {
        to.box = box;
        to.full = true;
    }

    public static void main(String[] args) throws InterruptedException {
        Slot there = new Slot();
        Slot back = new Slot();
        NestedVolatileOk shared = new NestedVolatileOk();
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                NestedVolatileOk box = take(there);
                box.value += 2;
                put(back, box);
                shared.unordered++;  // expect: object-race NestedVolatileOk.unordered
            }
        });
        worker.start();
        NestedVolatileOk box = new NestedVolatileOk();
        for (int i = 0; i < 200; i++) {
            box.value++;
            put(there, box);
            shared.unordered++;
            box = take(back);
        }
        worker.join();
        System.out.println(box.value);
    }
}
