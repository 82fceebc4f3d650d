package snag.runtime;

import static snag.runtime.RuntimeTests.check;
import static snag.runtime.RuntimeTests.equal;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import snag.runtime.World.Thing;

/** More threads than slots: they share some, which hides order and never loses any. */
final class CrowdTests {
    private static final int TRACES = 200;
    private static final int STEPS = 2000;
    private static final int OWN = 12;
    private static final int CROWD = 24;
    private static final int SHARED = 3;
    private static final int OBJECTS = 6;

    private CrowdTests() {}

    static void run() throws Exception {
        againstVectors();
        alive();
        tooMany();
    }

    /** One access, with its exact time. */
    private static final class Stamp {
        final int thread;
        final int slot;
        final long time;
        final int exact;

        Stamp(int thread, int slot, long time, int exact) {
            this.thread = thread;
            this.slot = slot;
            this.time = time;
            this.exact = exact;
        }
    }

    /** Random accesses, releases and acquires, beside plain vector clocks with an entry for each thread. */
    private static void againstVectors() {
        RuntimeTests.part("shared slots against exact clocks");
        World.races();
        int lost = 0;
        int inexactOwn = 0;
        int unordered = 0;
        int hidden = 0;
        for (int seed = 0; seed < TRACES; seed++) {
            Random random = new Random(seed);
            SharedSlot[] shared = new SharedSlot[SHARED];
            for (int i = 0; i < SHARED; i++) shared[i] = new SharedSlot();
            int count = OWN + CROWD;
            PerThread[] threads = new PerThread[count];
            int[][] exact = new int[count][count];
            for (int i = 0; i < count; i++) {
                int group = i % SHARED;
                threads[i] = i < OWN ? new PerThread(null, i, i, 1, null)
                                     : new PerThread(null, i, Threads.OWN_SLOTS + group, 0, shared[group]);
                exact[i][i] = 1;
            }
            Clock[] published = new Clock[OBJECTS];
            int[][] exactlyPublished = new int[OBJECTS][count];
            List<Stamp> stamps = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                int t = random.nextInt(count);
                PerThread p = threads[t];
                int o = random.nextInt(OBJECTS);
                int what = random.nextInt(4);
                if (what == 0) {
                    p.beforeAccess();
                    stamps.add(new Stamp(t, p.slot, p.time, exact[t][t]));
                } else if (what == 1) {
                    // A lock has what its last holder knew, other objects what all have published.
                    if (o % 2 == 0 || published[o] == null) {
                        published[o] = new Clock(p.known, p.slot, p.releaseTime());
                        exactlyPublished[o] = exact[t].clone();
                    } else {
                        published[o] = Clock.merge(published[o], p);
                        raise(exactlyPublished[o], exact[t]);
                    }
                    p.tick();
                    exact[t][t]++;
                } else if (what == 2) {
                    p.acquire(published[o]);
                    raise(exact[t], exactlyPublished[o]);
                } else if (!stamps.isEmpty()) {
                    Stamp s = stamps.get(random.nextInt(stamps.size()));
                    if (s.thread == t) continue;
                    boolean ordered = exact[t][s.thread] >= s.exact;
                    boolean known = p.knows(s.slot, s.time);
                    if (ordered && !known) lost++;
                    if (s.thread < OWN && ordered != known) inexactOwn++;
                    if (s.thread < OWN || ordered) continue;
                    unordered++;
                    if (known) hidden++;
                }
            }
        }
        equal("no order is lost", 0, lost);
        equal("the order of threads with a slot of their own is exact", 0, inexactOwn);
        check("unordered accesses of the others are seen, too: " + hidden + " of " + unordered + " hidden",
                unordered > 1000 && hidden > 0 && hidden < unordered / 2);
    }

    private static void raise(int[] vector, int[] by) {
        for (int i = 0; i < vector.length; i++) vector[i] = Math.max(vector[i], by[i]);
    }

    /** Many threads that are alive, all with records. */
    private static List<Thread> crowd(int count, CountDownLatch end) throws Exception {
        CountDownLatch there = new CountDownLatch(count);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread t = new Thread(null, () -> {
                Hooks.atomicRead(new Object(), 1);
                there.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }, "crowd", 64 << 10);
            t.start();
            threads.add(t);
        }
        there.await();
        return threads;
    }

    private static void disperse(List<Thread> threads, CountDownLatch end) throws Exception {
        end.countDown();
        for (Thread t : threads) t.join();
        Threads.sweep();
    }

    private static void alive() throws Exception {
        RuntimeTests.part("more threads alive than slots");
        World world = World.races();
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = crowd(Threads.OWN_SLOTS, end);
        long before = Counters.sharers;
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        int w = world.writing(1);
        Object lock = new Object();
        Thing locked = new Thing();
        for (Actor each : new Actor[] {a, b, c, a, b, c}) {
            each.does(() -> World.locked(lock, () -> World.write(locked, w)));
        }
        equal("one lock: none", 0, world.count());
        check("they share slots, and are counted", Counters.sharers >= before + 3);
        check("the crowd has all the others", Threads.isShared(Threads.find(a).slot));
        Thing handed = new Thing();
        Object queue = new Object();
        a.does(() -> {
            World.write(handed, w);
            Hooks.signals(queue, 1);
        });
        b.does(() -> {
            Hooks.atomicRead(queue, 1);
            World.write(handed, w);
            Hooks.signals(queue, 1);
        });
        c.does(() -> {
            Hooks.atomicRead(queue, 1);
            World.write(handed, w);
        });
        equal("handed on: none", 0, world.count());
        Thing racy = new Thing();
        for (Actor each : new Actor[] {a, b, c}) each.does(() -> World.write(racy, w));
        equal("no order: report", 1, world.count());
        a.ends();
        Hooks.joins(a, 1);
        disperse(threads, end);
        Actor late = new Actor("late");
        late.does(() -> Hooks.atomicRead(new Object(), 1));
        check("slots are given back", !Threads.isShared(Threads.find(late).slot));
    }

    private static void tooMany() throws Exception {
        RuntimeTests.part("more threads than memory");
        World world = World.with(1, true, true, /*memory=*/1);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = crowd(Threads.OWN_SLOTS + 20, end);
        boolean off = Hooks.off;
        Hooks.off = false;  // for check()
        check("Snag stops watching", off);
        check("and says so once: " + world.logs,
                world.logs.size() == 1 && world.logs.get(0).contains("stopped watching"));
        check("its tables are empty: " + Threads.living, Threads.living < 20);
        disperse(threads, end);
    }
}
