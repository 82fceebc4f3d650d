// A box goes back and forth through classes of the program that extend atomics, and through a pool that extends
// ThreadPoolExecutor: none of them is loaded yet when the class that calls their methods is.
// variant: default
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class AtomicSubclassOk {
    private int value;
    private int unordered;

    static class Slot extends AtomicReference<AtomicSubclassOk> {
        private static final long serialVersionUID = 1;
    }

    static final class NamedSlot extends Slot {
        private static final long serialVersionUID = 1;
        final String name = "slot";
    }

    static final class Index extends AtomicInteger {
        private static final long serialVersionUID = 1;
        AtomicSubclassOk box;
    }

    static final class Pool extends ThreadPoolExecutor {
        Pool() {
            super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }
    }

    private static AtomicSubclassOk take(NamedSlot from) {
        AtomicSubclassOk box = from.getAndSet(null);
        while (box == null) {
            Thread.yield();
            box = from.getAndSet(null);
        }
        return box;
    }

    public static void main(String[] args) throws InterruptedException {
        NamedSlot there = new NamedSlot();
        Index back = new Index();
        Pool pool = new Pool();
        AtomicSubclassOk shared = new AtomicSubclassOk();
        AtomicSubclassOk box = new AtomicSubclassOk();
        pool.execute(() -> {
            for (int i = 1; i <= 200; i++) {
                AtomicSubclassOk mine = take(there);
                mine.value += 2;
                back.box = mine;
                shared.unordered++;  // expect: object-race AtomicSubclassOk.unordered
                back.lazySet(i);
            }
        });
        for (int i = 1; i <= 200; i++) {
            box.value++;
            there.set(box);
            shared.unordered++;
            while (back.get() != i) Thread.yield();
            box = back.box;
        }
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(box.value);
    }
}
