package snag.runtime;

import static snag.runtime.RuntimeTests.check;
import static snag.runtime.RuntimeTests.equal;

import snag.runtime.World.Thing;

/** Object consistency: units and their violations. Unless said otherwise with the happens-before filter. */
final class ConsistencyTests {
    private static World world;
    private static int r1;
    private static int r2;
    private static int w1;
    private static int w2;
    private static int m;
    private static Actor a;
    private static Actor b;
    private static Actor c;

    private ConsistencyTests() {}

    static void run() {
        RuntimeTests.part("object consistency");
        violations(true);
        violations(false);
        ordered();
        nesting();
        monitors();
        exceptions();
        readAndWritten();
        reports();
    }

    /** n++: the read belongs to the unit, although a write in a monitor section, which is over, came later. */
    private static void readAndWritten() {
        fresh(2, true);
        int increment = world.site(1, 0, 10, 1, World.WRITE, 10);
        Thing o = shared();
        c.does(() -> World.write(o, w1));
        b.does(() -> {
            World.begin(o, m);
            World.write(o, increment);
            World.locked(o, () -> World.write(o, w1));
        });
        int before = world.count();
        a.does(() -> World.write(o, w1));
        b.does(() -> World.end(o, m));
        equal("overwritten after n++ and a monitor section", before + 1, world.count());
    }

    private static void fresh(int checks, boolean hybrid) {
        world = World.with(checks, true, hybrid, 0);
        r1 = world.reading(1);
        r2 = world.reading(2);
        w1 = world.writing(1);
        w2 = world.writing(2);
        m = world.site();
        a = new Actor("a");
        b = new Actor("b");
        c = new Actor("c");
    }

    /** An object that main made and b has touched: shared, never written since. */
    private static Thing shared() {
        Thing o = new Thing();
        World.write(o, w1);
        b.does(() -> World.read(o, r1));
        return o;
    }

    private static void violations(boolean hybrid) {
        fresh(2, hybrid);
        Thing o = shared();
        b.does(() -> World.begin(o, m));
        b.does(() -> World.read(o, r1));
        c.does(() -> World.write(o, w1));
        equal("a foreign write in a unit", 0, world.count());
        b.does(() -> World.read(o, r1));
        equal("is seen at the next access to that field", 1, world.count());
        equal("check", Check.CONSISTENCY.id, world.reports.get(0).check());
        equal("kind write-read", "write-read", world.reports.get(0).kind());
        equal("threads", "cb", world.reports.get(0).accesses()[0].thread() + world.reports.get(0).accesses()[1].thread());
        b.does(() -> World.end(o, m));
        equal("once for each field", 1, world.count());

        fresh(2, hybrid);
        Thing p = shared();
        b.does(() -> World.begin(p, m));
        b.does(() -> World.read(p, r1));
        c.does(() -> World.write(p, w2));
        b.does(() -> World.read(p, r1));
        b.does(() -> World.end(p, m));
        equal("another field: none", 0, world.count());

        fresh(2, hybrid);
        Thing q = shared();
        b.does(() -> World.begin(q, m));
        b.does(() -> World.write(q, w1));
        c.does(() -> World.read(q, r1));
        equal("access to what an active unit has written", 1, world.count());

        fresh(2, hybrid);
        Thing s = shared();
        b.does(() -> World.begin(s, m));
        b.does(() -> World.write(s, w1));
        b.does(() -> World.end(s, m));
        c.does(() -> World.read(s, r1));
        c.does(() -> World.write(s, w1));
        equal("after the unit's end: none", 0, world.count());

        fresh(2, hybrid);
        Thing t = shared();
        c.does(() -> World.write(t, w2));
        b.does(() -> World.begin(t, m));
        b.does(() -> World.read(t, r1));
        c.does(() -> World.write(t, w1));
        b.does(() -> World.end(t, m));
        equal("overwritten after the last read, before the end", 1, world.count());
        equal("kind read-write", "read-write", world.reports.get(0).kind());

        fresh(2, hybrid);
        Thing n = shared();
        b.does(() -> World.begin(n, m));
        b.does(() -> World.read(n, r1));
        c.does(() -> World.write(n, w1));
        b.does(() -> World.end(n, m));
        equal("falseNegative: the same on an object never written before, read at an old stamp", 0, world.count());

        fresh(2, hybrid);
        Thing u = shared();
        c.does(() -> World.write(u, w1));
        b.does(() -> World.begin(u, m));
        b.does(() -> World.read(u, r1));
        b.does(() -> World.end(u, m));
        equal("a foreign write before the unit: none", 0, world.count());
        b.does(() -> World.begin(u, m));
        b.does(() -> World.read(u, r1));
        c.does(() -> World.write(u, w1));
        b.does(() -> World.read(u, r1));
        equal("the second unit is checked although the stamp is the same", 1, world.count());

        fresh(2, hybrid);
        Thing v = shared();
        b.does(() -> World.begin(v, m));
        c.does(() -> World.begin(v, m));
        b.does(() -> World.read(v, r1));
        c.does(() -> World.read(v, r1));
        b.does(() -> World.end(v, m));
        c.does(() -> World.end(v, m));
        equal("overlapping readers: none", 0, world.count());

        fresh(2, hybrid);
        Thing x = shared();
        b.does(() -> World.begin(x, m));
        c.does(() -> World.begin(x, m));
        b.does(() -> World.write(x, w1));
        c.does(() -> World.write(x, w1));
        equal("overlapping writers", 1, world.count());
        equal("kind write-write", "write-write", world.reports.get(0).kind());

        fresh(2, hybrid);
        Thing y = new Thing();
        Thread main = Thread.currentThread();
        World.write(y, w1);
        World.begin(y, m);
        World.read(y, r1);
        b.does(() -> World.write(y, w1));
        World.read(y, r1);
        World.end(y, m);
        check("a unit that began while owned is not charged", y.$snag != main && world.count() == 0);
    }

    private static void ordered() {
        fresh(2, true);
        Thing o = shared();
        b.does(() -> World.begin(o, m));
        b.does(() -> World.read(o, r1));
        b.does(() -> Hooks.threadStart(c));
        c.does(() -> World.write(o, w1));
        c.ends();
        b.does(() -> Hooks.joins(c, 1));
        b.does(() -> World.read(o, r1));
        b.does(() -> World.end(o, m));
        equal("a unit that starts a writer and joins it: none", 0, world.count());

        fresh(2, true);
        Object lock = new Object();
        Thing p = shared();
        b.does(() -> World.begin(p, m));
        b.does(() -> World.locked(lock, () -> World.read(p, r1)));
        c.does(() -> World.locked(lock, () -> World.write(p, w1)));
        b.does(() -> World.locked(lock, () -> World.read(p, r1)));
        b.does(() -> World.end(p, m));
        equal("each access under a lock: none", 0, world.count());

        fresh(2, false);
        Thing q = shared();
        b.does(() -> World.begin(q, m));
        b.does(() -> World.locked(lock, () -> World.read(q, r1)));
        c.does(() -> World.locked(lock, () -> World.write(q, w1)));
        b.does(() -> World.locked(lock, () -> World.read(q, r1)));
        equal("as the paper has it: violated", 1, world.count());
    }

    private static void nesting() {
        fresh(2, true);
        Thing o = shared();
        b.does(() -> World.begin(o, m));
        b.does(() -> World.begin(o, m));
        b.does(() -> World.write(o, w1));
        b.does(() -> World.end(o, m));
        c.does(() -> World.read(o, r1));
        equal("the inner activation is part of the outer unit", 1, world.count());

        fresh(2, true);
        Thing p = shared();
        Thing q = shared();
        b.does(() -> World.begin(p, m));
        b.does(() -> World.begin(q, m));
        b.does(() -> World.begin(p, m));
        b.does(() -> World.read(p, r1));
        b.does(() -> World.end(p, m));
        b.does(() -> World.end(q, m));
        c.does(() -> World.write(p, w1));
        b.does(() -> World.read(p, r1));
        equal("also with another object's unit between", 1, world.count());
        b.does(() -> World.end(p, m));
        b.does(() -> {
            PerThread t = Threads.current(Thread.currentThread());
            equal("the stack is empty again", 0, t.units.size);
        });
    }

    private static void monitors() {
        fresh(2, false);
        Thing o = shared();
        c.does(() -> World.write(o, w2));
        b.does(() -> World.begin(o, m));
        b.does(() -> World.locked(o, () -> World.read(o, r1)));
        c.does(() -> World.locked(o, () -> World.write(o, w1)));
        b.does(() -> World.locked(o, () -> World.read(o, r1)));
        b.does(() -> World.end(o, m));
        equal("monitor sections are units of their own, also for locksets only", 0, world.count());

        fresh(2, false);
        Thing p = shared();
        b.does(() -> Hooks.entered(p, 1));
        b.does(() -> World.read(p, r1));
        b.does(() -> Hooks.waiting(p, 1));
        c.does(() -> World.locked(p, () -> World.write(p, w1)));
        b.does(() -> Hooks.waited(p, 1));
        b.does(() -> World.read(p, r1));
        b.does(() -> Hooks.exiting(p, 1));
        equal("wait ends the unit", 0, world.count());

        fresh(2, false);
        Thing q = shared();
        b.does(() -> Hooks.entered(q, 1));
        b.does(() -> World.read(q, r1));
        c.does(() -> World.write(q, w1));
        b.does(() -> World.read(q, r1));
        equal("a write without the monitor", 1, world.count());
        b.does(() -> Hooks.exiting(q, 1));

        fresh(2, false);
        Thing s = shared();
        b.does(() -> Hooks.entered(s, 1));
        b.does(() -> World.begin(s, m));
        b.does(() -> Hooks.entered(s, 1));
        b.does(() -> World.write(s, w1));
        b.does(() -> Hooks.exiting(s, 1));
        b.does(() -> World.end(s, m));
        b.does(() -> World.write(s, w1));
        c.does(() -> World.read(s, r1));
        equal("re-entered: one unit until the outermost exit", 1, world.count());
    }

    private static void exceptions() {
        fresh(2, true);
        Thing o = shared();
        Thing p = shared();
        b.does(() -> World.begin(o, m));
        b.does(() -> World.begin(p, m));
        // p's activation is left without notice, by an error in a hook, say.
        b.does(() -> World.end(o, m));
        b.does(() -> equal("what was left above goes too", 0, Threads.current(Thread.currentThread()).units.size));
        b.does(() -> World.end(p, m));
        b.does(()
                        -> equal("an end without a begin does nothing", 0,
                                Threads.current(Thread.currentThread()).units.size));
        int deep = 1000;
        b.does(() -> {
            for (int i = 0; i < deep; i++) World.begin(o, m);
            for (int i = 0; i < deep; i++) World.end(o, m);
            equal("deep recursion", 0, Threads.current(Thread.currentThread()).units.size);
        });
    }

    private static void reports() {
        fresh(3, true);
        Thing o = shared();
        b.does(() -> World.begin(o, m));
        b.does(() -> World.write(o, w1));
        c.does(() -> World.write(o, w1));
        equal("both checks report the same pair", 2, world.count());
        check("one each", world.reports.get(0).check() != world.reports.get(1).check());
        b.does(() -> World.write(o, w1));
        c.does(() -> World.read(o, r1));
        equal("and then keep still", 2, world.count());
    }
}
