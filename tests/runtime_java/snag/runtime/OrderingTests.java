package snag.runtime;

import static snag.runtime.RuntimeTests.check;
import static snag.runtime.RuntimeTests.equal;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import snag.runtime.World.Thing;

/**
 * The happens-before filter, one kind of synchronisation at a time. Each case: an object is made by a, written by b
 * (hand-over), and written by c. Without order this is a report; with b's release and c's acquire in between it is
 * none.
 */
final class OrderingTests {
    private OrderingTests() {}

    /** An iterator of the program's own that is also a synchroniser. */
    private static final class AtomicIterator extends AtomicReference<String> implements Iterator<String> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean hasNext() {
            return false;
        }

        @Override
        public String next() {
            return null;
        }
    }

    /** Has a volatile field of its own, which is not in the map that its superclass keeps. */
    private static final class Settings extends Properties {
        private static final long serialVersionUID = 1;
    }

    private static void programsOwn() {
        AtomicIterator iterator = new AtomicIterator();
        equal("an iterator that is atomic", 0,
                scenario(() -> Hooks.atomicWrite(iterator, 1), () -> Hooks.atomicRead(iterator, 1)));
        Settings settings = new Settings();
        int[] site = new int[1];
        equal("written by an updater, read as a volatile field", 0, scenario(() -> {
            site[0] = ((World) Native.agent).site(9, 2, 1);
            Hooks.atomicWrite(settings, 1);
        }, () -> Hooks.volatileRead(settings, site[0])));
        equal("written as a volatile field, read by an updater", 0, scenario(() -> {
            site[0] = ((World) Native.agent).site(9, 2, 1);
            Hooks.volatileWrite(settings, site[0]);
        }, () -> Hooks.atomicRead(settings, 1)));
        equal("put by the object, read by its keys", 0,
                scenario(() -> Hooks.atomicWrite(settings, 1), () -> Hooks.atomicRead(settings.keySet(), 1)));
    }

    private static void reversed() throws Exception {
        for (Object collection : new Object[] {new ConcurrentLinkedDeque<>(), new LinkedBlockingDeque<>(),
                     new CopyOnWriteArrayList<>(), new Vector<>()}) {
            Method reversed;
            try {
                reversed = collection.getClass().getMethod("reversed");
            } catch (NoSuchMethodException e) {
                return;  // before Java 21
            }
            Object view = reversed.invoke(collection);
            shows(collection, view);
            check("not watched as a collection of its own", ClassInfo.of(view.getClass()).contents != ClassInfo.PLAIN);
        }
        Object plain = ArrayList.class.getMethod("reversed").invoke(new ArrayList<>());
        check("reversed list orders nothing", !ClassInfo.orders(plain, 1));
    }

    private static void shows(Object collection, Object part) {
        equal(part.getClass().getName(), collection, ClassInfo.shownCollection(part, 1));
        check(part.getClass().getName() + " orders", ClassInfo.orders(part, 1));
    }

    private static void shows(Map<String, String> map) {
        shows(map, map.keySet());
        shows(map, map.values());
        shows(map, map.entrySet());
    }

    private static void shownCollections() {
        Map<String, String> hash = new ConcurrentHashMap<>();
        shows(hash);
        shows(hash, hash.values().iterator());
        shows(hash, hash.entrySet().iterator());
        shows(hash, Collections.unmodifiableMap(hash).keySet());
        shows(hash, Collections.unmodifiableCollection(hash.values()).iterator());
        ConcurrentSkipListMap<String, String> skip = new ConcurrentSkipListMap<>();
        shows(skip);
        shows(skip, skip.values().iterator());
        shows(skip, skip.tailMap("a").descendingMap().keySet().iterator());
        Map<String, String> table = new Hashtable<>(Map.of("a", "b"));
        shows(table);
        shows(table, table.keySet().iterator());
        Map<String, String> locked = Collections.synchronizedMap(new HashMap<>());
        shows(locked);
        Vector<String> vector = new Vector<>(List.of("a"));
        shows(vector, vector.elements());
        shows(vector, vector.listIterator());
        for (Queue<String> queue : List.of(new ConcurrentLinkedQueue<String>(), new ConcurrentLinkedDeque<String>(),
                     new LinkedBlockingQueue<String>(), new LinkedBlockingDeque<String>(),
                     new ArrayBlockingQueue<String>(2), new LinkedTransferQueue<String>())) {
            queue.add("a");
            shows(queue, queue.iterator());
        }
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(List.of("a"));
        check("set and its iterator are one",
                ClassInfo.shownCollection(set, 1) == ClassInfo.shownCollection(set.iterator(), 1));
        Properties properties = new Properties();
        check("properties and their keys are one",
                ClassInfo.shownCollection(properties, 1) == ClassInfo.shownCollection(properties.keySet(), 1));
        for (Object plain : new Object[] {new HashMap<>().keySet(), new ArrayList<>(), new ArrayList<>().iterator(),
                     new ArrayList<>(List.of("a")).subList(0, 1), List.of("a").iterator(),
                     Collections.unmodifiableList(new ArrayList<>()),
                     new TreeMap<>().values().iterator(), Collections.enumeration(new ArrayList<>())}) {
            check(plain.getClass().getName() + " orders nothing", !ClassInfo.orders(plain, 1));
        }
    }

    static void run() throws Exception {
        RuntimeTests.part("ordering");
        World world = World.races();
        equal("no order: report", 1, scenario(null, null));
        Object monitor = new Object();
        equal("monitor", 0, scenario(() -> World.locked(monitor, () -> {}), () -> World.locked(monitor, () -> {})));
        equal("different monitors: report", 1,
                scenario(() -> World.locked(new Object(), () -> {}), () -> World.locked(new Object(), () -> {})));
        ReentrantLock lock = new ReentrantLock();
        equal("lock", 0, scenario(() -> both(lock, 0), () -> both(lock, 0)));
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        equal("write then read lock", 0, scenario(() -> both(rw.writeLock(), 2), () -> both(rw.readLock(), 1)));
        equal("read then write lock", 0, scenario(() -> both(rw.readLock(), 1), () -> both(rw.writeLock(), 2)));
        ReentrantReadWriteLock rw2 = new ReentrantReadWriteLock();
        equal("read then read lock: report", 1, scenario(() -> both(rw2.readLock(), 1), () -> both(rw2.readLock(), 1)));
        Object waited = new Object();
        equal("wait gives back, entering thread comes after", 0, scenario(() -> {
            Hooks.entered(waited, 1);
            Hooks.waiting(waited, 1);
        }, () -> Hooks.entered(waited, 1)));
        Object notified = new Object();
        equal("leaving thread, waiter wakes up", 0, scenario(() -> World.locked(notified, () -> {}), () -> {
            Hooks.entered(notified, 1);
            Hooks.waiting(notified, 1);
            Hooks.waited(notified, 1);
        }));
        volatiles(world);
        CountDownLatch latch = new CountDownLatch(1);
        equal("latch", 0, scenario(() -> Hooks.signals(latch, 1), () -> Hooks.joins(latch, 1)));
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        equal("queue", 0, scenario(() -> Hooks.atomicWrite(queue, 1), () -> Hooks.atomicRead(queue, 1)));
        equal("another queue: report", 1,
                scenario(() -> Hooks.atomicWrite(queue, 1), () -> Hooks.atomicRead(new ConcurrentLinkedQueue<>(), 1)));
        equal("read before write orders nothing: report", 1,
                scenario(() -> Hooks.atomicRead(queue, 1), () -> Hooks.atomicWrite(queue, 1)));
        shownCollections();
        programsOwn();
        reversed();
        CompletableFuture<String> task = new CompletableFuture<>();
        equal("a task, by the names of the calls", 0,
                scenario(() -> Hooks.released(task, Sync.TASK, 1), () -> Hooks.acquired(task, Sync.TASK, 1)));
        Object noTask = new Object();
        equal("what is called as a task's methods are, and is none: report", 1,
                scenario(() -> Hooks.released(noTask, Sync.TASK, 1), () -> Hooks.acquired(noTask, Sync.TASK, 1)));
        equal("not even with tasks that are done: report", 1,
                scenario(() -> Hooks.taskEnd(noTask), () -> Hooks.acquired(noTask, Sync.TASK, 1)));
        CountDownLatch early = new CountDownLatch(2);
        CountDownLatch late = new CountDownLatch(2);
        equal("two latches, each counted down by two threads", 0,
                scenario(
                        ()
                                -> {
                            Actor other = new Actor("other");
                            other.does(() -> Hooks.signals(early, 1));
                            other.does(() -> Hooks.signals(late, 1));
                            Hooks.signals(late, 1);
                        },
                        () -> {
                            Actor more = new Actor("more");
                            more.does(() -> Hooks.signals(early, 1));
                            Hooks.joins(early, 1);
                            Hooks.joins(late, 1);
                        }));
        CountDownLatch shared = new CountDownLatch(2);
        equal("a latch counted down by another thread after ours", 0, scenario(() -> {
            Hooks.signals(shared, 1);
            Actor other = new Actor("other");
            other.does(() -> Hooks.signals(shared, 1));
        }, () -> Hooks.joins(shared, 1)));
        tasks();
        threads();
        starts();
        transitive();
        afterRelease();
    }

    private static void both(java.util.concurrent.locks.Lock lock, int mode) {
        Hooks.acquired(lock, mode, 1);
        Hooks.released(lock, mode, 1);
    }

    /** Number of reports. */
    static int scenario(Runnable release, Runnable acquire) {
        World world = World.races();
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        b.does(() -> World.write(o, w));
        if (release != null) b.does(release);
        if (acquire != null) c.does(acquire);
        c.does(() -> World.write(o, w));
        a.ends();
        b.ends();
        c.ends();
        return world.count();
    }

    private static void volatiles(World old) {
        World[] now = new World[1];
        Thing owner = new Thing();
        int[] s = new int[3];
        // Sites live in the world of the moment; scenario makes a new one, so the site is made inside.
        Runnable write = () -> Hooks.volatileWrite(owner, s[0]);
        Runnable read = () -> Hooks.volatileRead(owner, s[0]);
        equal("volatile", 0, scenario(() -> {
            now[0] = (World) Native.agent;
            s[0] = now[0].site(9, 2, 1);
            s[1] = now[0].site(10, 2, 1);
            write.run();
        }, read));
        equal("another volatile field of a shared object: report", 1, scenario(() -> {
            now[0] = (World) Native.agent;
            World.read(owner, now[0].reading(7));
            Actor other = new Actor("other");
            other.does(() -> World.read(owner, now[0].reading(7)));
            s[0] = now[0].site(9, 2, 1);
            s[1] = now[0].site(11, 2, 1);
            write.run();
        }, () -> Hooks.volatileRead(owner, s[1])));
        Object plain = new Object();
        equal("volatile field of an object without shadow word", 0, scenario(() -> {
            s[0] = ((World) Native.agent).site(14, 2, 1);
            Hooks.volatileWrite(plain, s[0]);
        }, () -> Hooks.volatileRead(plain, s[0])));
        Thing later = new Thing();
        equal("written while owned, handed over, then read", 0,
                scenario(
                        ()
                                -> {
                            s[0] = ((World) Native.agent).site(15, 2, 1);
                            s[1] = ((World) Native.agent).reading(16);
                            Hooks.volatileWrite(later, s[0]);
                        },
                        () -> {
                            World.read(later, s[1]);
                            Hooks.volatileRead(later, s[0]);
                        }));
        Thing foreign = new Thing();
        equal("written by a thread that does not own the object", 0, scenario(() -> {
            s[0] = ((World) Native.agent).site(17, 2, 1);
            s[1] = ((World) Native.agent).writing(18);
            Actor maker = new Actor("maker");
            maker.does(() -> World.locked(foreign, () -> World.write(foreign, s[1])));
            Hooks.volatileWrite(foreign, s[0]);
        }, () -> Hooks.volatileRead(foreign, s[0])));
        check("nothing of this in the side table", SideTable.find(foreign) == null && SideTable.find(later) == null);
        Thing both = new Thing();
        equal("locked by the owner, volatile by another, locked by a third: ordered", 0, scenario(() -> {
            s[0] = ((World) Native.agent).site(19, 2, 1);
            World.locked(both, () -> {});
            Actor other = new Actor("other");
            other.does(() -> Hooks.volatileWrite(both, s[0]));
        }, () -> World.locked(both, () -> {})));
        equal("an old volatile write does not order later ones: report", 1,
                scenario(() -> {}, () -> { Hooks.volatileRead(later, s[0]); }));
        equal("static volatile", 0, scenario(() -> {
            s[0] = ((World) Native.agent).site(12, 2 | 8, 1);
            Hooks.volatileWrite(null, s[0]);
        }, () -> Hooks.volatileRead(null, s[0])));
        equal("read first, then written: report", 1, scenario(() -> {
            s[0] = ((World) Native.agent).site(13, 2 | 8, 1);
            Hooks.volatileRead(null, s[0]);
        }, () -> Hooks.volatileWrite(null, s[0])));
    }

    private static void tasks() {
        Object task = new Object();
        equal("task: submitted, then begun", 0, scenario(() -> Hooks.starts(task, 1), () -> Hooks.taskBegin(task)));
        equal("task wrapped on the way: the START clock", 0,
                scenario(() -> Hooks.starts(null, 1), () -> Hooks.taskBegin(new Object())));
        equal("task: ended, then joined", 0, scenario(() -> Hooks.taskEnd(task), () -> Hooks.joins(new Object(), 1)));
        Object future = new Object();
        equal("begun is not ended: report", 1, scenario(() -> Hooks.taskBegin(future), () -> Hooks.joins(future, 1)));
    }

    private static void threads() {
        World world = World.races();
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        b.does(() -> World.write(o, w));
        b.does(() -> Hooks.threadStart(c));
        c.does(() -> World.write(o, w));
        equal("start", 0, world.count());
        a.does(() -> Hooks.threadJoined(c));
        a.does(() -> World.write(o, w));
        equal("join that timed out orders nothing: report", 1, world.count());
        Thing p = new Thing();
        Actor d = new Actor("d");
        b.does(() -> World.write(p, w));
        d.does(() -> World.write(p, w));
        d.ends();
        b.does(() -> Hooks.joins(d, 1));
        b.does(() -> World.write(p, w));
        equal("join", 1, world.count());
    }

    /** A thread that starts several, with and without accesses in between. */
    private static void starts() {
        World world = World.races();
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor[] started = new Actor[4];
        for (int i = 0; i < started.length; i++) started[i] = new Actor("started" + i);
        Thing before = new Thing();
        Thing between = new Thing();
        a.does(() -> World.write(before, w));
        a.does(() -> World.write(between, w));
        b.does(() -> World.write(before, w));
        b.does(() -> Hooks.threadStart(started[0]));
        b.does(() -> Hooks.threadStart(started[1]));
        check("nothing new: both get the same", Threads.startOf(started[0]) == Threads.startOf(started[1]));
        b.does(() -> World.write(between, w));
        b.does(() -> Hooks.threadStart(started[2]));
        started[2].does(() -> {
            World.write(before, w);
            World.write(between, w);
        });
        equal("start after both writes: none", 0, world.count());
        started[1].does(() -> World.write(between, w));
        equal("start before the second write: report", 1, world.count());
        equal("who has come by takes it along", Times.NONE, Threads.startOf(started[2]));

        Thing other = new Thing();
        a.does(() -> World.write(other, w));
        b.does(() -> World.write(other, w));
        b.does(() -> Hooks.threadStart(started[3]));
        started[3].ends();
        Actor joiner = new Actor("joiner");
        joiner.does(() -> Hooks.joins(started[3], 1));
        joiner.does(() -> World.write(other, w));
        equal("joined a thread that never came by: after its start", 1, world.count());

        for (int i = 0; i < 1000; i++) b.does(() -> Hooks.threadStart(new Thread()));
        System.gc();
        for (int i = 0; i < 1000; i++) b.does(() -> Hooks.threadStart(new Thread()));
        check("threads that are gone are forgotten: " + Starting.used, Starting.used < 2000);
    }

    private static void transitive() {
        Object l = new Object();
        Object m = new Object();
        World world = World.races();
        int w = world.writing(1);
        int r = world.reading(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        b.does(() -> World.write(o, w));
        b.does(() -> World.locked(l, () -> {}));
        a.does(() -> World.locked(l, () -> World.locked(m, () -> {})));
        c.does(() -> World.locked(m, () -> {}));
        c.does(() -> World.write(o, w));
        equal("order is transitive", 0, world.count());
        a.does(() -> World.read(o, r));
        equal("and not symmetric", 1, world.count());
    }

    private static void afterRelease() {
        Object l = new Object();
        World world = World.races();
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        b.does(() -> World.write(o, w));
        b.does(() -> World.locked(l, () -> {}));
        b.does(() -> World.write(o, w));
        c.does(() -> World.locked(l, () -> {}));
        c.does(() -> World.write(o, w));
        equal("a write after the release is not ordered: report", 1, world.count());
    }
}
