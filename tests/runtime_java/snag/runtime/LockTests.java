package snag.runtime;

import static snag.runtime.RuntimeTests.check;
import static snag.runtime.RuntimeTests.equal;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import snag.runtime.World.Thing;

/** Locksets (figure 7.5), in lockset mode, where only they count. */
final class LockTests {
    private LockTests() {}

    static Side[] held() {
        return Threads.current(Thread.currentThread()).locks.protecting(false);
    }

    static Side[] heldForWrites() {
        return Threads.current(Thread.currentThread()).locks.protecting(true);
    }

    static void run() {
        monitors();
        waits();
        locks();
        readWrite();
        intersections();
        local();
    }

    private static void monitors() {
        RuntimeTests.part("monitors");
        World.paper();
        Object l = new Object();
        Object m = new Object();
        Hooks.entered(l, 1);
        Hooks.entered(m, 1);
        equal("two held", 2, held().length);
        Hooks.entered(l, 1);
        equal("re-entered: still two", 2, held().length);
        Hooks.exiting(l, 1);
        equal("inner exit: still two", 2, held().length);
        Hooks.exiting(l, 1);
        equal("outer exit, not nested: the other stays", 1, held().length);
        check("it is m", held()[0].refersTo(m));
        Hooks.exiting(m, 1);
        equal("none", 0, held().length);
        Hooks.exiting(m, 1);
        equal("an exit too many does nothing", 0, held().length);
        Hooks.entered(null, 1);
        equal("null does nothing", 0, held().length);
        PerThread p = Threads.current(Thread.currentThread());
        Hooks.entered(l, 1);
        LockSet first = p.locks;
        Hooks.exiting(l, 1);
        Hooks.entered(l, 1);
        check("lock sets are interned", p.locks == first);
        Hooks.exiting(l, 1);
        long stamp = p.stamp;
        Hooks.entered(l, 1);
        equal("an acquire keeps the stamp", stamp, p.stamp);
        Hooks.exiting(l, 1);
        check("a release changes it", stamp != p.stamp);
    }

    private static void waits() {
        RuntimeTests.part("wait");
        World.paper();
        Object l = new Object();
        Hooks.entered(l, 1);
        Hooks.entered(l, 1);
        Hooks.waiting(l, 1);
        equal("given back", 0, held().length);
        Hooks.waited(l, 1);
        equal("taken again", 1, held().length);
        Hooks.exiting(l, 1);
        equal("as often as before", 1, held().length);
        Hooks.exiting(l, 1);
        equal("and given back", 0, held().length);
        Hooks.waiting(l, 1);
        Hooks.waited(l, 1);
        equal("wait without the monitor (throws in the program)", 0, held().length);
    }

    private static void locks() {
        RuntimeTests.part("java.util.concurrent.locks");
        World.paper();
        ReentrantLock l = new ReentrantLock();
        Condition c = l.newCondition();
        ReentrantLock inner = new ReentrantLock();
        Hooks.acquired(l, 0, 1);
        Hooks.acquired(inner, 0, 1);
        equal("two", 2, held().length);
        Hooks.awaiting(c, 1);
        equal("await gives one back", 1, held().length);
        check("the lock of the condition, not the last one", held()[0].refersTo(inner));
        Hooks.awaited(c, 1);
        equal("and takes it again", 2, held().length);
        Hooks.released(l, 0, 1);
        Hooks.released(inner, 0, 1);
        equal("none", 0, held().length);
        Hooks.acquiredIf(false, l, 0, 1);
        equal("tryLock failed", 0, held().length);
        Hooks.acquiredIf(true, l, 0, 1);
        Hooks.acquired(l, 0, 1);
        Hooks.released(l, 0, 1);
        equal("re-entrant", 1, held().length);
        Hooks.released(l, 0, 1);
        equal("released", 0, held().length);
        Hooks.acquired(new Object(), 0, 1);
        equal("no lock: ignored", 0, held().length);
        StampedLock s = new StampedLock();
        Hooks.acquiredIf(0L, s, 1, 1);
        equal("stamp 0", 0, held().length);
        Hooks.acquiredIf(7L, s, 3, 1);
        equal("optimistic protects reads", "10", held().length + "" + heldForWrites().length);
        Hooks.acquired(s, 2, 1);
        equal("then a write lock", "11", held().length + "" + heldForWrites().length);
        Hooks.released(s, 2, 1);
        equal("gone", 0, held().length);
    }

    private static void readWrite() {
        RuntimeTests.part("read-write locks");
        World world = World.paper();
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        Hooks.acquired(rw.readLock(), 0, 1);
        equal("a read lock protects reads only", "10", held().length + "" + heldForWrites().length);
        Hooks.released(rw.readLock(), 0, 1);
        Hooks.acquired(rw.writeLock(), 0, 1);
        equal("a write lock both", "11", held().length + "" + heldForWrites().length);
        Hooks.acquired(rw.readLock(), 0, 1);
        Hooks.released(rw.writeLock(), 0, 1);
        equal("downgraded", "10", held().length + "" + heldForWrites().length);
        Hooks.released(rw.readLock(), 0, 1);
        equal("none", 0, held().length);

        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        int r = world.reading(1);
        int w = world.writing(1);
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        Runnable read = () -> {
            Hooks.acquired(rw.readLock(), 1, 1);
            World.read(o, r);
            Hooks.released(rw.readLock(), 1, 1);
        };
        Runnable write = () -> {
            Hooks.acquired(rw.writeLock(), 2, 1);
            World.write(o, w);
            Hooks.released(rw.writeLock(), 2, 1);
        };
        b.does(read);
        c.does(write);
        a.does(read);
        equal("readers under the read lock, writers under the write lock: none", 0, world.count());
        a.does(() -> {
            Hooks.acquired(rw.readLock(), 1, 1);
            World.write(o, w);
            Hooks.released(rw.readLock(), 1, 1);
        });
        equal("a write under the read lock: conflict", 1, world.count());
        check("lock named after the read-write lock, with the mode",
                world.reports.get(0).accesses()[1].locks()[0].startsWith("java.util.concurrent.locks.ReentrantReadWriteLock@")
                        && world.reports.get(0).accesses()[1].locks()[0].endsWith(" (read)"));
    }

    private static void intersections() {
        RuntimeTests.part("locksets");
        World world = World.paper();
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        int w = world.writing(1);
        Object l = new Object();
        Object m = new Object();
        Object n = new Object();
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        b.does(() -> World.locked(l, () -> World.locked(m, () -> World.write(o, w))));
        c.does(() -> World.locked(m, () -> World.locked(n, () -> World.write(o, w))));
        equal("one lock left", 1, ((Shadow) o.$snag).cell(1).candidates.length);
        check("m", ((Shadow) o.$snag).cell(1).candidates[0].refersTo(m));
        equal("no report", 0, world.count());
        b.does(() -> World.locked(l, () -> World.locked(n, () -> World.write(o, w))));
        equal("pairwise common but no unique lock: conflict", 1, world.count());
        equal("locks of the second, outermost first", 2, world.reports.get(0).accesses()[1].locks().length);
        Thing p = new Thing();
        a.does(() -> World.write(p, w));
        b.does(() -> World.write(p, w));
        b.does(() -> World.locked(l, () -> World.write(p, w)));
        c.does(() -> World.locked(l, () -> World.write(p, w)));
        equal("the lockset counts from the hand-over on", 2, world.count());
    }

    /** Monitors that only one thread has taken. */
    private static void local() {
        RuntimeTests.part("local monitors");
        World world = World.races();
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        int sides = SideTable.size();
        a.does(() -> World.locked(o, () -> World.locked(o, () -> equal("no record while local", 0, held().length))));
        check("remembered in the shadow word", o.$snag instanceof Owned && ((Owned) o.$snag).monitor == Owned.LOCAL);
        equal("nothing in the side table", sides, SideTable.size());
        a.does(() -> {
            PerThread p = Threads.current(Thread.currentThread());
            long stamp = p.stamp;
            World.locked(o, () -> {});
            equal("the stamp stays", stamp, p.stamp);
        });
        Thing x = new Thing();
        b.does(() -> World.write(x, w));
        a.does(() -> World.locked(o, () -> {
            World.write(x, w);
            equal("an access to a shared object reveals it", 1, held().length);
        }));
        a.does(() -> equal("and it is left as any other", 0, held().length));
        c.does(() -> World.locked(o, () -> World.write(x, w)));
        equal("protects: none", 0, world.count());
        b.does(() -> World.write(x, w));
        equal("not so without it: report", 1, world.count());

        Thing monitor = new Thing();
        equal("first local, then taken by a second thread: ordered", 0,
                OrderingTests.scenario(() -> World.locked(monitor, () -> {}), () -> World.locked(monitor, () -> {})));
        equal("different ones: report", 1,
                OrderingTests.scenario(
                        () -> World.locked(new Thing(), () -> {}), () -> World.locked(new Thing(), () -> {})));
        Thing shared = new Thing();
        equal("local, then handed over, then taken by the second: ordered", 0,
                OrderingTests.scenario(() -> World.locked(shared, () -> {}), () -> {
                    World.read(shared, ((World) Native.agent).reading(3));
                    World.locked(shared, () -> {});
                }));
        Thing inside = new Thing();
        world = World.races();
        int w2 = world.writing(1);
        int r3 = world.reading(3);
        Thing y = new Thing();
        c.does(() -> World.write(y, w2));
        a.does(() -> World.write(y, w2));
        a.does(() -> Hooks.entered(inside, 1));
        b.does(() -> World.read(inside, r3));
        a.does(() -> Hooks.exiting(inside, 1));
        b.does(() -> World.locked(inside, () -> World.write(y, w2)));
        equal("handed over while the owner is inside: ordered", 0, world.count());
        Thing waits = new Thing();
        a.does(() -> {
            Hooks.entered(waits, 1);
            Hooks.waiting(waits, 1);
            equal("wait gives a local monitor back", 0,
                    held().length + Threads.current(Thread.currentThread()).localLocks.size);
        });
        b.does(() -> World.locked(waits, () -> World.write(y, w2)));
        a.does(() -> {
            Hooks.waited(waits, 1);
            World.write(y, w2);
            Hooks.exiting(waits, 1);
            equal("left", 0, held().length + Threads.current(Thread.currentThread()).localLocks.size);
        });
        equal("and orders: none", 0, world.count());
        check("ended actors", a.isAlive() && b.isAlive());
    }
}
