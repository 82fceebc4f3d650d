package snag.runtime;

import static snag.runtime.RuntimeTests.check;
import static snag.runtime.RuntimeTests.equal;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import snag.runtime.World.Thing;

/** Tables: the side table, arrays, contents, threads, reports, memory. */
final class TableTests {
    private TableTests() {}

    static void run() throws Exception {
        contents();
        arrays();
        retransformed();
        weakness();
        manyThreads();
        virtualThreads();
        places();
        memory();
        clocks();
        stacks();
        unloadedClasses();
        robustness();
        storm();
        chaos();
    }

    private static void contents() {
        RuntimeTests.part("contents");
        World world = World.races();
        int r = world.site();
        int w = world.site();
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Map<String, String> map = new HashMap<>();
        a.does(() -> Hooks.contentsWrite(map, Thread.currentThread(), w));
        check("owned", SideTable.find(map).state instanceof Thread);
        b.does(() -> Hooks.contentsRead(map, Thread.currentThread(), r));
        c.does(() -> Hooks.contentsRead(map, Thread.currentThread(), r));
        equal("read by all: none", 0, world.count());
        c.does(() -> Hooks.contentsWrite(map, Thread.currentThread(), w));
        equal("written: report", 1, world.count());
        equal("class", "java.util.HashMap", world.reports.get(0).objectClass());
        equal("no field", -1, world.reports.get(0).field());
        Map<String, String> equalMap = new HashMap<>();
        a.does(() -> Hooks.contentsWrite(equalMap, Thread.currentThread(), w));
        check("identity, not equality", SideTable.find(equalMap).state instanceof Thread);
        a.does(() -> Hooks.contentsWrite(null, Thread.currentThread(), w));
        equal("null does nothing", 1, world.count());
    }

    private static void arrays() {
        RuntimeTests.part("arrays");
        World world = World.with(1, true, true, 0);
        int w = world.site();
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        int[] whole = new int[100];
        a.does(() -> Hooks.arrayWrite(whole, Thread.currentThread(), w));
        b.does(() -> Hooks.arrayWrite(whole, Thread.currentThread(), w));
        c.does(() -> Hooks.arrayWrite(whole, Thread.currentThread(), w));
        equal("whole", 1, world.count());
        equal("class", "int[]", world.reports.get(0).objectClass());
        double[] halves = new double[1000];
        a.does(() -> Hooks.arrayWriteAt(halves, 0, Thread.currentThread(), w));
        b.does(() -> Hooks.arrayWriteAt(halves, 10, Thread.currentThread(), w));
        c.does(() -> Hooks.arrayWriteAt(halves, 900, Thread.currentThread(), w));
        a.does(() -> Hooks.arrayWriteAt(halves, 500, Thread.currentThread(), w));
        equal("ranges: different segments: none", 1, world.count());
        c.does(() -> Hooks.arrayWriteAt(halves, 11, Thread.currentThread(), w));
        equal("the same segment: report", 2, world.count());
        byte[] small = new byte[3];
        b.does(() -> Hooks.arrayWriteAt(small, 0, Thread.currentThread(), w));
        c.does(() -> Hooks.arrayWriteAt(small, 1, Thread.currentThread(), w));
        b.does(() -> Hooks.arrayWriteAt(small, 2, Thread.currentThread(), w));
        b.does(() -> Hooks.arrayWriteAt(small, 0, Thread.currentThread(), w));
        equal("small arrays: each element", 2, world.count());
        b.does(() -> Hooks.arrayWriteAt(small, 1, Thread.currentThread(), w));
        equal("the same element: report", 3, world.count());
        b.does(() -> Hooks.arrayReadAt(small, 99, Thread.currentThread(), w));
        b.does(() -> Hooks.arrayReadAt(new int[0], 0, Thread.currentThread(), w));
        b.does(() -> Hooks.arrayReadAt(null, 0, Thread.currentThread(), w));
        equal("out of bounds and null do nothing", 3, world.count());
    }

    private static void retransformed() {
        RuntimeTests.part("retransformed classes");
        World world = World.races();
        int w = world.writing(3);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Object o = new StringBuilder();
        a.does(() -> Hooks.writeAny(o, Thread.currentThread(), w));
        b.does(() -> Hooks.writeAny(o, Thread.currentThread(), w));
        c.does(() -> Hooks.writeAny(o, Thread.currentThread(), w));
        equal("through the side table", 1, world.count());
        Thing t = new Thing();
        a.does(() -> Hooks.writeAny(t, Thread.currentThread(), w));
        check("an object that carries a field: its field", t.$snag instanceof Thread);
    }

    private static void weakness() throws Exception {
        RuntimeTests.part("weakness");
        World.races();
        for (int i = 0; i < 100000; i++) {
            Hooks.atomicWrite(new Object(), 1);
            if (i % 20000 == 0) System.gc();
        }
        System.gc();
        Thread.sleep(20);
        for (int i = 0; i < 20000; i++) Hooks.atomicWrite(new Object(), 1);
        check("records of dead objects go: " + SideTable.size(), SideTable.size() < 60000);
        Object kept = new Object();
        Hooks.atomicWrite(kept, 1);
        Side side = SideTable.find(kept);
        System.gc();
        for (int i = 0; i < 20000; i++) Hooks.atomicWrite(new Object(), 1);
        check("those of living ones stay", side != null && SideTable.find(kept) == side);
    }

    private static void manyThreads() throws Exception {
        RuntimeTests.part("many threads");
        World world = World.races();
        int w = world.writing(1);
        Object lock = new Object();
        Thing o = new Thing();
        int before = Threads.slots;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            Thread t = new Thread(() -> {
                synchronized (lock) {
                    World.locked(lock, () -> World.write(o, w));
        }
    });
    t.start();
    threads.add(t);
    if (threads.size() == 20) {
        for (Thread each : threads) {
            each.join();
            Hooks.joins(each, 1);
        }
        threads.clear();
    }
}
equal("one lock for all: none", 0, world.count());
check("slots are reused: " + Threads.slots, Threads.slots < Math.max(before, 64) + 200);
check("dead threads leave the table: " + Threads.living, Threads.living < 500);
World.write(o, w);
equal("all joined: none", 0, world.count());

equal("joined after it left the table: none", 0, late(true));
equal("not joined: report", 1, late(false));
}

/**
 * A thread writes and ends; many others come and go, so that its record leaves the table; then it is joined, or not.
 */
private static int late(boolean join) throws Exception {
    World world = World.races();
    int w = world.writing(1);
    Thing o = new Thing();
    Actor first = new Actor("first");
    first.does(() -> World.write(o, w));
    World.write(o, w);
    Thread silent = new Thread(() -> World.write(o, w));
    Hooks.threadStart(silent);
    silent.start();
    silent.join();
    for (int i = 0; i < 300; i++) {
        Thread t = new Thread(() -> Hooks.atomicRead(new Object(), 1));
        t.start();
        t.join();
    }
    check("left the table", Threads.find(silent) == null);
    if (join) Hooks.joins(silent, 1);
    World.write(o, w);
    first.ends();
    return world.count();
}

private static void virtualThreads() throws Exception {
    java.lang.reflect.Method start;
    try {
        start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
        return;
    }
    RuntimeTests.part("virtual threads");
    World world = World.races();
    int w = world.writing(1);
    Thing o = new Thing();
    World.write(o, w);
    Runnable write = () -> World.write(o, w);
    for (int i = 0; i < 2; i++) ((Thread) start.invoke(null, write)).join();
    equal("are threads of their own", 1, world.count());
    check("with a name", world.reports.get(0).accesses()[1].thread().length() > 0);
    Object lock = new Object();
    Thing p = new Thing();
    List<Thread> all = new ArrayList<>();
    java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock();
    for (int i = 0; i < 10000; i++) {
        Runnable body = () -> {
            l.lock();
            Hooks.acquired(l, 0, 1);
            World.write(p, w);
            Hooks.released(l, 0, 1);
            l.unlock();
        };
        all.add((Thread) start.invoke(null, body));
    }
    for (Thread t : all) t.join();
    equal("ten thousand with a lock: none", 1, world.count());
}

private static void places() {
    RuntimeTests.part("places");
    World world = World.races();
    int w = world.writing(1);
    int w2 = world.writing(1);
    Actor a = new Actor("a");
    Actor b = new Actor("b");
    Actor c = new Actor("c");
    for (int i = 0; i < 100; i++) {
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        b.does(() -> World.write(o, w));
        c.does(() -> World.write(o, w));
    }
    equal("one report for one place", 1, world.reports.size());
    check("told in batches: " + world.again.get(0),
            world.again.get(0) >= 64 && world.again.get(0) < 99);
    Hooks.flush();
    equal("all at the end", 99, world.again.get(0));
    Thing o = new Thing();
    a.does(() -> World.write(o, w));
    b.does(() -> World.write(o, w));
    c.does(() -> World.write(o, w2));
    equal("another site: another place", 2, world.reports.size());
    Thing p = new Thing();
    a.does(() -> World.write(p, w));
    b.does(() -> World.write(p, w2));
    c.does(() -> World.write(p, w));
    equal("the same two the other way round: the same", 2, world.reports.size());
}

/** By name, and with a note of what the user should know. */
private static void statistics(int made) {
    for (Object each : Hooks.statistics()) {
        Statistic statistic = (Statistic) each;
        if (statistic.name.equals("hand-overs")) check("without a note", statistic.note.isEmpty());
        if (!statistic.name.equals("dropped-memory")) continue;
        check("what is not checked is counted", statistic.value >= 20 - made);
        check("and said", statistic.note.startsWith(statistic.value + " times an object was not checked"));
        return;
    }
    check("dropped-memory is counted", false);
}

private static void memory() {
    RuntimeTests.part("memory");
    Threads.sweep();  // or the dead get side records in the middle, which count
    SideTable.forget();  // dead records would be swept out in the middle, and make room
    long limit = (Memory.SHADOW + Memory.CELL) * 10;
    World world = World.with(1, true, true, limit);
    world.live = limit;
    int made = handedOver(world, 20);
    check("ten with a field each may be made: " + made, made == 9 || made == 10);
    equal("the heap is measured once", 1, world.counted);
    statistics(made);

    World roomy = World.with(1, true, true, limit);
    roomy.live = limit / 5;
    equal("most are dead: more may be made", 18, handedOver(roomy, 18));
    equal("which was measured once", 1, roomy.counted);

    World full = World.with(1, true, true, limit);
    full.live = limit;
    handedOver(full, 20);
    int w = full.site();
    Object[] arrays = new Object[1000];
    int recorded = 0;
    for (int i = 0; i < arrays.length; i++) {
        arrays[i] = new int[1];
        Hooks.arrayWrite(arrays[i], Thread.currentThread(), w);
        if (SideTable.find(arrays[i]) != null) recorded++;
    }
    equal("an array beyond the limit gets no record", 0, recorded);
    Hooks.signals(arrays[0], 1);
    check("what orders threads does", SideTable.find(arrays[0]) != null);

    Object[] locks = new Object[1000];
    for (int i = 0; i < locks.length; i++) {
        locks[i] = new Object();
        Hooks.signals(locks[i], 1);
    }
    long larger = (long) SideTable.size() * Memory.SIDE + (Memory.SHADOW + Memory.CELL) * 300;
    World locking = World.with(1, true, true, larger);
    locking.live = larger;
    made = handedOver(locking, 1000);
    check("side records count: " + made, made >= 290 && made <= 300 && SideTable.size() >= locks.length);
}

/** So many objects are handed over; answers how many of them got a Shadow. */
private static int handedOver(World world, int count) {
    int w = world.writing(1);
    Actor a = new Actor("a");
    Actor b = new Actor("b");
    Thing[] things = new Thing[count];
    for (int i = 0; i < count; i++) things[i] = new Thing();
    for (Actor each : new Actor[] {a, b}) {
        each.does(() -> {
            for (Thing thing : things) World.write(thing, w);
        });
    }
    int shadows = 0;
    for (Thing thing : things) shadows += thing.$snag instanceof Shadow ? 1 : 0;
    return shadows;
}

private static void clocks() {
    RuntimeTests.part("vector clocks");
    Times x = Times.NONE.with(3, 7).with(40, 9);
    equal("get", "7 9 0 0",
            x.get(3) + " " + x.get(40) + " " + x.get(4) + " " + x.get(500));
    check("nothing new: the same", x.with(3, 6) == x);
    Times y = Times.NONE.with(3, 8);
    Times z = x.join(y);
    equal("join", "8 9", z.get(3) + " " + z.get(40));
    equal("arguments stay", "7 8", x.get(3) + " " + y.get(3));
    check("join with less: the same", z.join(x) == z && z.join(y) == z && z.join(z) == z);
    check("equal leaves are shared", z.own[0][5] == x.own[0][5]);
    check("what is newer in every entry is taken over", y.join(z) == z && x.join(z) == z);
    Times far = x.with(200, 4).with(Threads.OWN_SLOTS + 5, 5);
    check("newer blocks are taken over", y.join(far).own[1] == far.own[1]);
    equal("blocks apart", "8 9 4 5", y.join(far).get(3) + " " + y.join(far).get(40) + " "
            + y.join(far).get(200) + " " + y.join(far).get(Threads.OWN_SLOTS + 5));
    equal("longer one second", 9L, y.join(x).get(40));
}

private static void stacks() {
    RuntimeTests.part("stacks");
    World world = World.races();
    StackCache cache = new StackCache();
    int exact = 0;
    int often = Site.of(world.reading(1)).number;
    for (int i = 1; i <= 64; i++) {
        cache.at(often);
        if (cache.exact) exact++;
    }
    equal("four, and then at 8, 16, 32, 64", 8, exact);
    equal("so many were taken", 8, world.stacks);
    for (int i = 1; i < 3000; i++) cache.at(Site.of(world.reading(1)).number);
    cache.at(often);
    check("remembered among many", !cache.exact && cache.stack != null);
    world.goneSites = new int[] {often, 1};
    Site.of(world.reading(1));
    for (int i = 1; i < 2000; i++) cache.at(Site.of(world.reading(1)).number);
    cache.at(often);
    check("not when its class is unloaded", cache.exact);
    int before = world.stacks;
    int without = 0;
    int crowded = world.reading(1);
    for (int i = 0; i < 3000; i++) {
        StackCache ofThread = new StackCache();
        ofThread.at(crowded);
        if (ofThread.stack == null) without++;
    }
    equal("many threads at one site: 1,024 stacks, and one at 2,048", 1025, world.stacks - before);
    equal("every thread has one to show", 0, without);
}

private static void unloadedClasses() {
    RuntimeTests.part("unloaded classes");
    World world = World.races();
    int site = world.writing(1);
    Object token = new Object();
    WeakReference<Object> mention = new WeakReference<>(token);
    world.mentions.put(site, token);
    token = null;
    Site kept = Site.of(site);
    check("resolved once", kept == Site.of(site));
    check("others are not it", kept != Site.of(world.writing(1)));
    world.mentions.clear();
    world.goneSites = new int[] {site, 1};
    Site.of(world.writing(1));
    check("a site leaves the table with its class", Site.find(site) == null);
    System.gc();
    check("who has it keeps what is known of it", mention.get() != null);
    equal("and it is as it was", 1, kept.fields[0]);
    kept = null;
    for (int i = 0; i < 50 && mention.get() != null; i++) System.gc();
    check("nobody has it", mention.get() == null);
    int unknown = world.site() + 1_000_000;
    equal("a site that is not known any more has no fields", 0, Site.of(unknown).fields.length);
    check("and is not kept", Site.find(unknown) == null && Site.of(unknown) != Site.of(unknown));
    check("no site", Site.of(0) == Site.NONE && Site.of(-5) == Site.NONE);
    // Many classes, of which every hundredth stays.
    int[] living = new int[100];
    for (int i = 0; i < 10_000; i++) {
        int number = world.writing(2);
        Site.of(number);
        if (i % 100 == 0) {
            living[i / 100] = number;
        } else {
            world.goneSites = new int[] {number, 1};
        }
    }
    boolean all = true;
    for (int number : living) all &= Site.find(number) != null && Site.find(number).number == number;
    check("the sites of classes that stay are found", all);
    int pages = 0;
    for (Site[] page : Site.pages) pages += page == null ? 0 : 1;
    check("the table is small: " + pages, pages <= 101);

    int flag = world.site(77, 2 | 8, 1);
    PerThread me = Threads.current(Thread.currentThread());
    Ordering.volatileWrite(me, null, flag);
    check("a static volatile field has a clock", Ordering.staticField(77, false) != null);
    world.goneFields = new int[] {77};
    Site.of(world.writing(1));
    check("until its class is unloaded", Ordering.staticField(77, false) == null);
}

private static void robustness() {
    RuntimeTests.part("robustness");
    World world = World.races();
    int w = world.writing(1);
    Actor a = new Actor("a");
    Actor b = new Actor("b");
    Thing o = new Thing();
    Thing slow = new Thing();
    for (Thing each : new Thing[] {o, slow}) {
        a.does(() -> World.write(each, w));
        b.does(() -> World.write(each, w));
    }
    long dropped = Counters.droppedBusy;
    check("locked", ((Shadow) slow.$snag).lock());
    new Thread(() -> {
        try {
            Thread.sleep(30);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ((Shadow) slow.$snag).unlock();
    }).start();
    a.does(() -> World.write(slow, w));
    equal("a holder that lost the CPU is waited for", dropped, Counters.droppedBusy);
    equal("and what it kept out is reported", 1, world.count());
    Shadow shadow = (Shadow) o.$snag;
    check("locked", shadow.lock());
    long patience = Raw.patience;
    Raw.patience = 1_000_000;
    for (int i = 0; i < 20; i++)
        a.does(() -> {
            World.locked(new Object(), () -> {});
            World.write(o, w);
        });
    Raw.patience = patience;
    check("a stuck Shadow hangs nobody; it is counted", Counters.droppedBusy > dropped && shadow.stuck());
    int unknown = 1 << 20;
    a.does(() -> Hooks.write(o, o.$snag, Thread.currentThread(), unknown));
    check("a site the agent does not know", !Hooks.off);
    b.does(() -> deep(0, new Thing(), w));
    check("stack overflow", !Hooks.off);
    Hooks.stop();
    Hooks.read(o, null, Thread.currentThread(), w);
    Hooks.entered(o, 1);
    Hooks.exiting(o, 1);
    Hooks.off = false;
    equal("switched off: nothing held", 0, LockTests.held().length);
    PerThread p = Threads.current(Thread.currentThread());
    p.inside = true;
    Hooks.entered(o, 1);
    p.inside = false;
    equal("hooks inside hooks do nothing", 0, LockTests.held().length);
}

private static int deep(int n, Thing o, int w) {
    Hooks.entered(o, 1);
    World.write(o, w);
    int result = n;
    try {
        result = deep(n + 1, o, w);
    } catch (StackOverflowError e) {
        result = n;
    }
    Hooks.exiting(o, 1);
    return result;
}

/** Two real threads on shared objects under one lock: no report, no failure, nothing lost for want of a lock. */
private static void storm() throws Exception {
    RuntimeTests.part("storm");
    World world = World.with(3, true, true, 0);
    int w = world.writing(1);
    int r = world.reading(1);
    int m = world.site();
    Thing[] things = new Thing[50];
    for (int i = 0; i < things.length; i++) things[i] = new Thing();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
        threads[t] = new Thread(() -> {
            for (int i = 0; i < 40000; i++) {
                Thing o = things[i * 7 % things.length];
                synchronized (o) {
                    Hooks.entered(o, 1);
                    World.begin(o, m);
                    World.read(o, r);
                    World.write(o, w);
                    World.end(o, m);
                    Hooks.exiting(o, 1);
                }
            }
        });
        threads[t].start();
    }
    for (Thread t : threads) t.join();
    equal("monitors of the objects: none", 0, world.count());
    check("still on", !Hooks.off);
}

/** Everything at once, without order, in all configurations: nothing may fail, hang or throw. */
private static void chaos() throws Exception {
    RuntimeTests.part("chaos");
    for (int configuration = 0; configuration < 8; configuration++) {
        World world = World.with(1 + configuration % 3, (configuration & 1) == 0, (configuration & 2) == 0, 0);
        int[] sites = {world.reading(1), world.writing(1), world.reading(2), world.writing(2),
                world.site(1, 0, 1, 2, 1, 2), world.site(3, 2, 1)};
        Thing[] things = new Thing[30];
        for (int i = 0; i < things.length; i++) things[i] = new Thing();
        int[] array = new int[100];
        Throwable[] problem = new Throwable[1];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int seed = t * 7919 + configuration;
            threads[t] = new Thread(() -> {
                try {
                    java.util.Random random = new java.util.Random(seed);
                    for (int i = 0; i < 30000; i++) step(random, things, array, sites);
                } catch (Throwable e) {
                    problem[0] = e;
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        check("configuration " + configuration + ": " + problem[0], problem[0] == null);
        // The filter may find everything ordered, and units need not overlap; locksets alone must find much.
        boolean locksetRaces = configuration % 3 != 1 && (configuration & 2) != 0;
        check("there were reports", !locksetRaces || world.count() > 0);
    }
}

private static void step(java.util.Random random, Thing[] things, int[] array, int[] sites) {
    int i = random.nextInt(things.length);
    Thing o = things[i];
    Thread me = Thread.currentThread();
    switch (random.nextInt(12)) {
        case 0:
            things[i] = new Thing();
            break;
        case 1:
            synchronized (o) {
                Hooks.entered(o, i);
                World.write(o, sites[1]);
                World.write(things[random.nextInt(things.length)], sites[4]);
                Hooks.exiting(o, i);
            }
            break;
        case 2:
            Hooks.volatileWrite(o, sites[5]);
            break;
        case 3:
            Hooks.volatileRead(o, sites[5]);
            break;
        case 4:
            World.begin(o, 1);
            World.read(o, sites[0]);
            World.write(o, sites[3]);
            World.end(o, 1);
            break;
        case 5:
            Hooks.arrayWriteAt(array, random.nextInt(array.length), me, sites[1]);
            break;
        case 6:
            synchronized (o) {
                Hooks.entered(o, i);
                Hooks.waiting(o, i);
                Hooks.waited(o, i);
                Hooks.exiting(o, i);
            }
            break;
        case 7:
            Hooks.starts(o, 1);
            Hooks.taskBegin(o);
            Hooks.taskEnd(o);
            Hooks.joins(o, 1);
            break;
        case 8:
            Hooks.contentsWrite(sites, me, sites[2]);
            break;
        case 9:
            World.read(o.clone(), sites[2]);
            break;
        default:
            World.read(o, sites[0]);
            World.write(o, sites[3]);
    }
}
}
