// A box goes back and forth through collections that are safe to share, and is found there by iterators, views, arrays
// and the like, some of which are older than what they show.
// variant: default
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

public class SafeIterationOk {
    private int value;
    private int unordered;

    interface Way {
        void put(SafeIterationOk box);

        SafeIterationOk find();
    }

    static final class Listeners implements Way {
        private final CopyOnWriteArrayList<SafeIterationOk> all = new CopyOnWriteArrayList<>();

        @Override
        public void put(SafeIterationOk box) {
            all.add(box);
        }

        @Override
        public SafeIterationOk find() {
            for (SafeIterationOk each : all) return each;
            return null;
        }
    }

    static final class Values implements Way {
        private final Map<String, SafeIterationOk> map = new ConcurrentHashMap<>();

        @Override
        public void put(SafeIterationOk box) {
            map.put("box", box);
        }

        @Override
        public SafeIterationOk find() {
            for (SafeIterationOk each : map.values()) return each;
            return null;
        }
    }

    static final class Members implements Way {
        private final Set<SafeIterationOk> set = Collections.newSetFromMap(new ConcurrentHashMap<>());

        @Override
        public void put(SafeIterationOk box) {
            set.add(box);
        }

        @Override
        public SafeIterationOk find() {
            for (SafeIterationOk each : set) return each;
            return null;
        }
    }

    static final class First implements Way {
        private final ConcurrentSkipListMap<Integer, SafeIterationOk> map = new ConcurrentSkipListMap<>();

        @Override
        public void put(SafeIterationOk box) {
            map.put(1, box);
        }

        @Override
        public SafeIterationOk find() {
            Map.Entry<Integer, SafeIterationOk> entry = map.firstEntry();
            return entry == null ? null : entry.getValue();
        }
    }

    static final class Drained implements Way {
        private final BlockingQueue<SafeIterationOk> queue = new LinkedBlockingQueue<>();

        @Override
        public void put(SafeIterationOk box) {
            queue.add(box);
        }

        @Override
        public SafeIterationOk find() {
            List<SafeIterationOk> found = new ArrayList<>();
            return queue.drainTo(found) == 0 ? null : found.get(0);
        }
    }

    static final class Copied implements Way {
        private final Collection<SafeIterationOk> queue = new ConcurrentLinkedQueue<>();

        @Override
        public void put(SafeIterationOk box) {
            queue.add(box);
        }

        @Override
        public SafeIterationOk find() {
            Object[] all = queue.toArray();
            return all.length == 0 ? null : (SafeIterationOk) all[0];
        }
    }

    static final class Enumerated implements Way {
        private final Vector<SafeIterationOk> vector = new Vector<>();

        @Override
        public void put(SafeIterationOk box) {
            vector.addElement(box);
        }

        @Override
        public SafeIterationOk find() {
            Enumeration<SafeIterationOk> all = vector.elements();
            return all.hasMoreElements() ? all.nextElement() : null;
        }
    }

    static final class Pushed implements Way {
        private final Stack<SafeIterationOk> stack = new Stack<>();

        @Override
        public void put(SafeIterationOk box) {
            stack.push(box);
        }

        @Override
        public SafeIterationOk find() {
            return stack.empty() ? null : stack.peek();
        }
    }

    /** A view that was made before anything is in the collection. */
    static final class Viewed implements Way {
        private final Collection<SafeIterationOk> collection;
        private final Map<String, SafeIterationOk> map;
        private final Collection<SafeIterationOk> view;

        Viewed(Collection<SafeIterationOk> collection, Collection<SafeIterationOk> view) {
            this.collection = collection;
            this.map = null;
            this.view = view;
        }

        Viewed(Map<String, SafeIterationOk> map, Collection<SafeIterationOk> view) {
            this.collection = null;
            this.map = map;
            this.view = view;
        }

        @Override
        public void put(SafeIterationOk box) {
            if (map != null) {
                map.put("box", box);
            } else {
                collection.add(box);
            }
        }

        @Override
        public SafeIterationOk find() {
            for (SafeIterationOk each : view) return each;
            return null;
        }
    }

    /** An enumeration that was made before anything is in the vector. */
    static final class Early implements Way {
        private final Vector<SafeIterationOk> vector = new Vector<>();
        private final Enumeration<SafeIterationOk> elements = vector.elements();

        @Override
        public void put(SafeIterationOk box) {
            vector.addElement(box);
        }

        @Override
        public SafeIterationOk find() {
            return elements.hasMoreElements() ? elements.nextElement() : null;
        }
    }

    /** A wrapper that is asked for an element. */
    static final class Wrapped implements Way {
        private final List<SafeIterationOk> list = new CopyOnWriteArrayList<>();
        private final List<SafeIterationOk> wrapper = Collections.unmodifiableList(list);

        @Override
        public void put(SafeIterationOk box) {
            list.add(box);
        }

        @Override
        public SafeIterationOk find() {
            return wrapper.isEmpty() ? null : wrapper.get(0);
        }
    }

    private static Way valuesOf(Map<String, SafeIterationOk> map) {
        return new Viewed(map, map.values());
    }

    private static Way readOnly(Collection<SafeIterationOk> collection) {
        return new Viewed(collection, Collections.unmodifiableCollection(collection));
    }

    private static Way tail(NavigableMap<String, SafeIterationOk> map) {
        return new Viewed(map, map.tailMap("a", true).descendingMap().values());
    }

    private static Way[] ways() {
        return new Way[] {new Listeners(), new Values(), new Members(), new First(), new Drained(), new Copied(),
                new Enumerated(), new Pushed(), new Early(), new Wrapped(), valuesOf(new ConcurrentHashMap<>()),
                valuesOf(new ConcurrentSkipListMap<>()), tail(new ConcurrentSkipListMap<>()),
                readOnly(new ConcurrentLinkedQueue<>()), readOnly(new CopyOnWriteArrayList<>()),
                readOnly(ConcurrentHashMap.newKeySet()), readOnly(new LinkedBlockingQueue<>())};
    }

    private static SafeIterationOk await(Way way) {
        SafeIterationOk box = way.find();
        while (box == null) {
            Thread.yield();
            box = way.find();
        }
        return box;
    }

    public static void main(String[] args) throws InterruptedException {
        Way[] there = ways();
        Way[] back = ways();
        SafeIterationOk shared = new SafeIterationOk();
        Thread worker = new Thread(() -> {
            for (int i = 0; i < there.length; i++) {
                SafeIterationOk box = await(there[i]);
                box.value += 2;
                shared.unordered++;  // expect: object-race SafeIterationOk.unordered
                back[i].put(box);
            }
        });
        worker.start();
        SafeIterationOk box = new SafeIterationOk();
        for (int i = 0; i < there.length; i++) {
            box.value++;
            there[i].put(box);
            shared.unordered++;
            box = await(back[i]);
        }
        worker.join();
        System.out.println(box.value);
    }
}
