import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** An object reaches another thread by many ways, and then both threads go on using it. */
public class PublishedWays {
    static class Box {
        int value;
        final int[] numbers = new int[4];
        Box next;
    }

    static class Holder<T> {
        private T content;

        synchronized void put(T content) {
            this.content = content;
        }

        synchronized T get() {
            return content;
        }
    }

    interface Step {
        void use(Box box);
    }

    private static Box ofTheClass;
    private static final AtomicReference<Box> reference = new AtomicReference<>();
    private static final Map<String, Box> map = new ConcurrentHashMap<>();
    private static final Map<String, List<Box>> lists = new HashMap<>();
    private static final BlockingQueue<Box> queue = new ArrayBlockingQueue<>(10);
    private static final ThreadLocal<Box> local = new ThreadLocal<>();
    private static final int ROUNDS = 20000;

    static void use(Box box) {
        for (int round = 0; round < ROUNDS; round++) {
            box.value++;
            box.numbers[round & 3] += box.value;
            if (box.next != null) {
                box.next.value++;
            }
        }
    }

    private final Box own = new Box();

    void useOwn() {
        use(own);
    }

    /** Both threads use the boxes while both live. */
    static void together(String name, Runnable first, Runnable second) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(2);
        Thread one = new Thread(() -> {
            meet(ready);
            first.run();
        }, name + " 1");
        Thread two = new Thread(() -> {
            meet(ready);
            second.run();
        }, name + " 2");
        one.start();
        two.start();
        one.join();
        two.join();
    }

    private static void meet(CountDownLatch ready) {
        ready.countDown();
        try {
            ready.await();
        } catch (InterruptedException interrupt) {
            throw new IllegalStateException(interrupt);
        }
    }

    private static Box made(Supplier<Box> supplier) {
        Box box = supplier.get();
        box.next = new Box();
        return box;
    }

    private static Runnable task(Step step, Box box) {
        return () -> step.use(box);
    }

    private static void each(List<Box> boxes, Consumer<? super Box> consumer) {
        boxes.stream().filter(box -> box.numbers.length > 0).forEach(consumer);
    }

    public static void main(String[] arguments) throws Exception {
        ofTheClass = made(Box::new);
        together("static", () -> use(ofTheClass), () -> use(ofTheClass));

        reference.set(made(() -> new Box()));
        together("atomic", () -> use(reference.get()), () -> use(reference.get()));

        map.computeIfAbsent("a", key -> new Box());
        together("map", () -> use(map.get("a")), () -> map.values().forEach(PublishedWays::use));

        lists.computeIfAbsent("b", key -> new ArrayList<>()).add(new Box());
        together("lists", () -> each(lists.get("b"), PublishedWays::use), () -> use(lists.get("b").get(0)));

        Box handed = new Box();
        queue.put(handed);
        together("queue", () -> use(queue.poll()), () -> use(handed));

        Holder<Box> holder = new Holder<>();
        holder.put(new Box());
        Holder<Box> confined = new Holder<>();
        confined.put(new Box());
        use(confined.get());
        together("holder", () -> use(holder.get()), () -> use(holder.get()));

        PublishedWays ways = new PublishedWays();
        together("method reference", ways::useOwn, task(PublishedWays::use, ways.own));

        Box given = new Box();
        together("thread-local", () -> {
            local.set(given);
            use(local.get());
        }, () -> use(given));

        Box[] array = {new Box(), new Box()};
        List<Box> view = List.of(array);
        together("array", () -> use(array[1]), () -> use(view.get(1)));

        Box submitted = new Box();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CountDownLatch ready = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            pool.submit(() -> {
                meet(ready);
                use(submitted);
                return submitted;
            });
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println("done");
    }
}
