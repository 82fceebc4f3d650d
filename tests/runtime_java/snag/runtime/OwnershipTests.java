package snag.runtime;

import static snag.runtime.RuntimeTests.check;
import static snag.runtime.RuntimeTests.equal;

import snag.runtime.World.Thing;

/** Figure 7.1: every transition, and the verdicts of figure 7.4. */
final class OwnershipTests {
    private OwnershipTests() {}

    static void run() {
        paperTransitions();
        paperVerdicts();
        fields();
        groups();
        classes();
        goingBack();
        quiet();
        questions();
    }

    private static void paperTransitions() {
        RuntimeTests.part("figure 7.1");
        World world = World.paper();
        int r = world.reading(1);
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        check("INIT", o.$snag == null);
        a.does(() -> World.write(o, w));
        check("first touch: OWNED", o.$snag == a);
        Object owned = o.$snag;
        a.does(() -> World.read(o, r));
        check("the owner stays", o.$snag == owned);
        b.does(() -> World.read(o, r));
        equal("second thread reads: handoff read", Cell.HANDOFF + "" + false, o.state(1) + "" + o.modified(1));
        b.does(() -> World.read(o, r));
        equal("second owner reads on", (int) Cell.HANDOFF, o.state(1));
        c.does(() -> World.read(o, r));
        equal("third reads: shared read", Cell.SHARED + "" + false, o.state(1) + "" + o.modified(1));
        a.does(() -> World.read(o, r));
        equal("empty lockset, only read: no report", 0, world.count());
        c.does(() -> World.write(o, w));
        equal("written: shared modified, empty lockset: conflict", (int) Cell.CONFLICT, o.state(1));
        equal("one report", 1, world.count());
        a.does(() -> World.write(o, w));
        equal("CONFLICT is final", 1, world.count());

        Thing p = new Thing();
        a.does(() -> World.write(p, w));
        b.does(() -> World.write(p, w));
        equal("second thread writes: handoff modified", Cell.HANDOFF + "" + true, p.state(1) + "" + p.modified(1));
        b.does(() -> World.write(p, w));
        equal("handed over, second owner writes: no report", 1, world.count());
        a.does(() -> World.read(p, r));
        equal("the first owner comes back: shared modified, conflict", (int) Cell.CONFLICT, p.state(1));

        Thing q = new Thing();
        a.does(() -> World.write(q, w));
        b.does(() -> World.read(q, r));
        b.does(() -> World.write(q, w));
        equal("handoff read to handoff modified", Cell.HANDOFF + "" + true, q.state(1) + "" + q.modified(1));

        Thing s = new Thing();
        a.does(() -> World.write(s, w));
        b.does(() -> World.read(s, r));
        a.does(() -> World.write(s, w));
        equal("handoff read to shared modified by a writer", (int) Cell.CONFLICT, s.state(1));
        World.SubThing sub = new World.SubThing();
        a.does(() -> World.write(sub, w));
        b.does(() -> World.write(sub, w));
        equal("sub class: field of the root", (int) Cell.HANDOFF, sub.state(1));
        Thing copy = o.clone();
        check("a clone starts as INIT", copy.$snag == null && o.$snag != null);
    }

    private static void paperVerdicts() {
        RuntimeTests.part("figure 7.4");
        World world = World.paper();
        int r = world.reading(1);
        int w = world.writing(1);
        int w2 = world.writing(2);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Object lock = new Object();
        Object other = new Object();
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        b.does(() -> World.locked(lock, () -> World.write(o, w)));
        c.does(() -> World.locked(lock, () -> World.write(o, w)));
        equal("common lock: none", 0, world.count());
        equal("shared modified", (int) Cell.SHARED, o.state(1));
        a.does(() -> World.locked(other, () -> World.read(o, r)));
        equal("another lock: conflict", 1, world.count());
        Report report = world.reports.get(0);
        ReportedAccess first = report.accesses()[0];
        ReportedAccess second = report.accesses()[1];
        equal("check", "object-race", report.check());
        equal("kind", "write-read", report.kind());
        equal("lock of the second", 1, second.locks().length);
        check("named as the JVM does", second.locks()[0].startsWith("java.lang.Object@"));
        equal("threads", "ca", first.thread() + second.thread());
        equal("life: owner, second owner", "ab", report.firstOwner() + report.secondOwner());
        check("life: hand-over", report.firstSite() == 0 && report.handoverSite() == w && report.handoverStack() > 0);
        check("stacks of both", first.stack() > 0 && second.stack() > 0 && second.exact());

        Thing p = new Thing();
        a.does(() -> World.write(p, w));
        b.does(() -> World.locked(lock, () -> World.write(p, w)));
        c.does(() -> World.locked(other, () -> World.write(p, w2)));
        equal("object granularity: different fields, different locks: conflict", 2, world.count());

        Thing q = new Thing();
        a.does(() -> World.write(q, w));
        Hooks.starts(b, 0);
        b.does(() -> World.write(q, w));
        b.ends();
        a.does(() -> Hooks.joins(b, 0));
        a.does(() -> World.read(q, r));
        equal("the paper does not see join", 3, world.count());
    }

    private static void fields() {
        RuntimeTests.part("field granularity");
        World world = World.races();
        int w1 = world.writing(1);
        int w2 = world.writing(2);
        int r2 = world.reading(2);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, w1));
        b.does(() -> World.write(o, w1));
        c.does(() -> World.write(o, w2));
        equal("different fields: none", 0, world.count());
        a.does(() -> World.write(o, w2));
        equal("the same field: write-write", 1, world.count());
        equal("field", 2, world.reports.get(0).field());
        equal("kind", "write-write", world.reports.get(0).kind());
        equal("field 1 is only handed over", (int) Cell.HANDOFF, o.state(1));
        Thing p = new Thing();
        a.does(() -> World.write(p, w1));
        b.does(() -> World.write(p, w1));
        a.does(() -> World.write(p, w2));
        equal("first owner keeps a field nobody else touched", (int) Cell.OWNED, p.state(2));
        b.does(() -> World.read(p, r2));
        a.does(() -> World.write(p, w2));
        equal("read-write", "read-write", world.reports.get(1).kind());
    }

    private static void groups() {
        RuntimeTests.part("groups");
        World world = World.races();
        int both = world.site(1, 0, 7, 2, World.WRITE, 8);
        int finals = world.site(3, 4 | World.WRITE, 9, 4, 2 | World.WRITE, 9);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, both));
        b.does(() -> World.write(o, both));
        c.does(() -> World.write(o, both));
        equal("only the field that is written", 1, world.count());
        equal("that is 2", 2, world.reports.get(0).field());
        equal("with its line", 8, world.line(world.reports.get(0).accesses()[1]));
        Thing p = new Thing();
        a.does(() -> World.write(p, finals));
        b.does(() -> World.write(p, finals));
        c.does(() -> World.write(p, finals));
        equal("final and volatile fields are not checked", 1, world.count());
        check("not even owned", p.$snag == null);

        int counts = world.site(5, 0, 11, 6, 0, 12, 5, World.WRITE, 13);
        Thing q = new Thing();
        a.does(() -> World.write(q, counts));
        b.does(() -> World.write(q, counts));
        c.does(() -> World.write(q, counts));
        equal("read and written at one check: one report", 2, world.count());
        equal("of the two writes", "write-write", world.reports.get(1).kind());
        equal("with the line of the write", "13 13",
                world.line(world.reports.get(1).accesses()[0]) + " " + world.line(world.reports.get(1).accesses()[1]));
        int reads = world.reading(5);
        Thing s = new Thing();
        a.does(() -> World.write(s, counts));
        b.does(() -> World.read(s, reads));
        c.does(() -> World.write(s, counts));
        equal("nobody else has written: read-write", "read-write", world.reports.get(2).kind());
        equal("with the line of its write", 13, world.line(world.reports.get(2).accesses()[1]));
    }

    /** Statics through $snags, and class initialisation. */
    static final class Holder {
        public static transient Object $snags;
        static int touched;

        static {
            OwnershipTests.initialiser.run();
        }
    }

    static Runnable initialiser = () -> {};

    private static void classes() {
        RuntimeTests.part("statics");
        World world = World.races();
        int w = world.holding(Holder.class, 5, 8 | World.WRITE, 30);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        initialiser = () -> Hooks.writeStatic(null, Thread.currentThread(), w);
        a.does(() -> Holder.touched++);
        check("accesses of the initialiser leave INIT", Holder.$snags == null);
        Runnable write = () -> Hooks.writeStatic(Holder.$snags, Thread.currentThread(), w);
        b.does(write);
        check("owned through $snags", Holder.$snags == b);
        c.does(write);
        check("handed over", Holder.$snags instanceof Shadow);
        equal("none so far", 0, world.count());
        b.does(write);
        equal("conflict", 1, world.count());
        equal("class", Holder.class.getName(), world.reports.get(0).objectClass());
        int any = world.holding(String.class, 6, 8 | World.WRITE, 31);
        Runnable writeAny = () -> Hooks.writeStaticAny(Thread.currentThread(), any);
        a.does(writeAny);
        b.does(writeAny);
        c.does(writeAny);
        equal("statics of a retransformed class", 2, world.count());
    }

    private static final Object SIGNAL = new Object();

    /** All that {@code from} did comes before what {@code to} does; answers where it let go. */
    private static int order(World world, Actor from, Actor to) {
        int released = world.site();
        int acquired = world.site();
        from.does(() -> Hooks.signals(SIGNAL, released));
        to.does(() -> Hooks.atomicRead(SIGNAL, acquired));
        return released;
    }

    /** With the happens-before filter: what one thread alone uses goes back to it. */
    private static void goingBack() {
        RuntimeTests.part("going back");
        World world = World.races();
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        int released = order(world, a, b);
        Runnable often = () -> {
            for (int i = 0; i < 100; i++) World.write(o, w);
        };
        b.does(() -> World.write(o, w));
        check("handed over", o.$snag instanceof Shadow);
        equal("passed on where a let go", released, ((Shadow) o.$snag).escapeSite.number);
        b.does(often);
        check("b's again", o.$snag == b);
        c.does(() -> World.write(o, w));
        equal("what b did before is not forgotten", 1, world.count());
    }

    /** The states in which generated code does not ask any more. */
    private static void quiet() {
        RuntimeTests.part("quiet");
        World world = World.races();
        int r = world.reading(1);
        int w = world.writing(1);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        Thing o = new Thing();
        a.does(() -> World.write(o, w));
        order(world, a, b);
        order(world, b, c);
        for (int i = 0; i < 3; i++) {
            b.does(() -> World.read(o, world.reading(1)));
            c.does(() -> World.read(o, world.reading(1)));
        }
        check("several threads read it", o.$snag == Hooks.FROZEN);
        b.does(() -> World.write(o, w));
        check("a write thaws it", o.$snag instanceof Shadow);
        c.does(() -> World.read(o, r));
        equal("and is checked against what follows", 1, world.count());

        Holder.$snags = null;
        int statics = world.holding(Holder.class, 7, 8 | World.WRITE, 40);
        Runnable write = () -> Hooks.writeStatic(Holder.$snags, Thread.currentThread(), statics);
        a.does(write);
        b.does(write);
        c.does(write);
        equal("a race for a static field", 2, world.count());
        check("about which nothing is left to find", Holder.$snags == Hooks.DONE);
        a.does(write);
        check("whoever comes", Holder.$snags == Hooks.DONE && world.count() == 2);
        Holder.$snags = null;
    }

    /** Arrays, and the questions before loops. */
    private static void questions() {
        RuntimeTests.part("questions before loops");
        World world = World.with(1, true, true, 0);
        int r = world.site(-1, 0, 50);
        int w = world.site(-1, World.WRITE, 51);
        Actor a = new Actor("a");
        Actor b = new Actor("b");
        Actor c = new Actor("c");
        int[] array = new int[3];
        boolean[] answer = new boolean[1];
        Runnable asks = () -> answer[0] = Hooks.arrayReadIsQuiet(array, Thread.currentThread(), r);
        Runnable asksToWrite = () -> answer[0] = Hooks.arrayWriteIsQuiet(array, Thread.currentThread(), w);
        a.does(asks);
        check("unknown", !answer[0] && SideTable.find(array) == null);
        a.does(() -> Hooks.arrayWrite(array, Thread.currentThread(), w));
        a.does(asks);
        check("a's own", answer[0]);
        b.does(asks);
        check("not b's", !answer[0]);
        order(world, a, b);
        b.does(() -> Hooks.arrayRead(array, Thread.currentThread(), r));
        b.does(asks);
        check("seen at this stamp", answer[0]);
        b.does(asksToWrite);
        check("a write is more", !answer[0]);
        b.does(() -> Hooks.signals(SIGNAL, 1));
        b.does(asks);
        check("not at the next one", !answer[0]);
        b.does(() -> {
            for (int i = 0; i < 200; i++) {
                Hooks.arrayWrite(array, Thread.currentThread(), w);
                if (i % 20 == 0) Hooks.signals(SIGNAL, 1);
            }
        });
        check("goes back to b", SideTable.find(array).state == b);
        b.does(asksToWrite);
        check("who may write", answer[0]);
        int[] read = new int[3];
        a.does(() -> Hooks.arrayWrite(read, Thread.currentThread(), w));
        order(world, a, b);
        order(world, b, c);
        for (int i = 0; i < 3; i++) {
            b.does(() -> Hooks.arrayRead(read, Thread.currentThread(), world.site(-1, 0, 52)));
            c.does(() -> Hooks.arrayRead(read, Thread.currentThread(), world.site(-1, 0, 53)));
        }
        check("frozen", SideTable.find(read).state == Hooks.FROZEN);
        check("quiet for all", Hooks.arrayReadIsQuiet(read, Thread.currentThread(), r));
        check("but not for writes", !Hooks.arrayWriteIsQuiet(read, Thread.currentThread(), w));
        check("null is left to the loop", Hooks.arrayReadIsQuiet(null, Thread.currentThread(), r));
        Object[] rows = {array, null};
        check("elements", Hooks.element(rows, 0) == array && Hooks.element(rows, 1) == null);
        check("that are not there", Hooks.element(rows, -1) == null && Hooks.element(rows, 2) == null
                && Hooks.element(null, 0) == null && Hooks.element(array, 0) == null);
        equal("no reports", 0, world.count());
    }
}
