package cg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Lambdas and method references, and how they come back out of collections. */
public class Functions {
    static class Item implements Comparable<Item> {
        final int weight;

        Item(int weight) {
            this.weight = weight;
        }

        int weight() {
            return weight;
        }

        @Override
        public int compareTo(Item other) {
            return Integer.compare(weight, other.weight);
        }

        @Override
        public int hashCode() {
            return weight;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Item && ((Item) other).weight == weight;
        }

        @Override
        public String toString() {
            return "item";
        }
    }

    static class Unseen {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public String toString() {
            return "unseen";
        }
    }

    public static void main(String[] args) {
        Supplier<Item> maker = () -> makeItem(args.length);
        maker.get(); // site: supplier
        Function<Integer, Item> constructor = Item::new;
        constructor.apply(3); // site: constructor
        List<Runnable> tasks = new ArrayList<>();
        tasks.add(() -> stored());
        tasks.add(Functions::referred);
        for (Runnable task : tasks) {
            task.run(); // site: from list
        }
        Map<Item, String> map = new HashMap<>();
        map.put(new Item(1), "one"); // site: put
        map.computeIfAbsent(new Item(2), item -> computed(item));
        ConcurrentHashMap<String, Item> concurrent = new ConcurrentHashMap<>();
        concurrent.put("a", new Item(3));
        concurrent.get("a").weight(); // site: concurrent get
        concurrent.forEach((key, item) -> visited(item));
        List<Item> items = new ArrayList<>();
        items.add(new Item(4));
        Collections.sort(items);
        items.sort(Comparator.comparing(item -> compared(item)));
        items.forEach(item -> each(item));
        items.stream().map(item -> mapped(item)).forEach(item -> consumed(item)); // site: stream
        Optional.of(new Item(5)).map(item -> optional(item));
        ToLongFunction<Integer> widened = Functions::widen;
        widened.applyAsLong(3);
        new Unseen();
        String text = "x" + new Item(6); // site: concat
        System.out.println((Object) new Item(7)); // site: println
    }

    static Item makeItem(int weight) {
        return new Item(weight);
    }

    static void stored() {
    }

    static void referred() {
    }

    static String computed(Item item) {
        return "two";
    }

    static void visited(Item item) {
    }

    static Integer compared(Item item) {
        return item.weight();
    }

    static void each(Item item) {
    }

    static Item mapped(Item item) {
        return item;
    }

    static void consumed(Item item) {
    }

    static Item optional(Item item) {
        return item;
    }

    static int widen(int value) {
        return value;
    }
}
