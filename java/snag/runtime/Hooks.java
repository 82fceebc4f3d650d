package snag.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;

/**
 * What rewritten code calls. Every hook is safe to call at any time from any thread: none throws, none blocks, none
 * prints, and all are cheap when Snag is switched off.
 *
 * Two levels. Generated code has compared the owner already. The methods here that carry the shadow word ask next
 * whether this thread has been here at this stamp (Seen). They are never inlined: compiled into a helper they would make
 * it too big to be inlined itself. The rest is in Slow (accesses and units) and below (synchronisation).
 *
 * Errors: OutOfMemoryError and StackOverflowError in a slow path drop the event, which is counted; anything else is a
 * fault of Snag's and switches it off ({@link #fail}).
 */
public final class Hooks {
    /** Pseudo fields. Real field ids are 0 and up. */
    static final int FIELDS = Integer.MIN_VALUE;
    static final int WHOLE = Integer.MIN_VALUE + 1;
    static final int CONTENTS = -1;
    private static final int FIRST_SEGMENT = -2;
    private static final int SEGMENTS = 64;

    /** The global switch. */
    static volatile boolean off = true;
    static boolean races;
    static boolean consistency;
    static boolean byField;
    static boolean hybrid;

    /** States in which there is nothing to do, for generated code. */
    public static final Object FROZEN = State.FROZEN;
    public static final Object DONE = State.DONE;

    private Hooks() {}

    /**
     * Called by the agent once, before the first rewritten class runs. Checks by their ids, and their options: names and
     * values in turns; maxMemory in bytes, 0 for no limit.
     */
    public static void configure(String[] checks, String[] options, long maxMemory) {
        try {
            Check.configure(checks, options);
            races = Check.RACE.on;
            consistency = Check.CONSISTENCY.on;
            byField = !"object".equals(Check.option("granularity"));
            hybrid = !"true".equals(Check.option("lockset-only"));
            Memory.configure(maxMemory);
            Slow.prepare();
            off = false;
        } catch (Throwable t) {
            fail("configure", t);
        }
    }

    /** Called by the agent at exit: tells the counts that are still pending. */
    public static void flush() {
        try {
            Reports.flush();
        } catch (Throwable t) {
            fail("flush", t);
        }
    }

    /** Stops all checking; hooks return at once from now on. */
    public static void stop() {
        off = true;
    }

    /** Called by the agent at the end: an array of {@link Statistic}. */
    public static Object[] statistics() {
        return Counters.all();
    }

    /** The virtual threads that are alive and have done something that the runtime takes note of: synchronized, say. */
    public static Thread[] virtualThreads() {
        return Threads.virtual();
    }

    /** Something happened that must not happen: Snag switches itself off and writes that to its log. */
    static void fail(String where, Throwable why) {
        off = true;
        try {
            StringBuilder text = new StringBuilder("Snag switched itself off: ").append(where);
            if (why != null) text.append(": ").append(why.getClass().getName()).append(' ').append(why.getMessage());
            StackTraceElement[] trace = why == null ? null : why.getStackTrace();
            for (int i = 0; trace != null && i < trace.length && i < 8; i++)
                text.append(" at ").append(trace[i].toString());
            Native.agent.log(text.toString());
        } catch (Throwable again) {
            Counters.droppedError++;
        }
    }

    // ---- accesses ----

    @DontInline
    public static void read(Object o, Object s, Thread me, int site) {
        if (!isOver(o, s, me, site) && !seen(s, me, site)) Slow.access(o, s, me, site, false, FIELDS);
    }

    @DontInline
    public static void write(Object o, Object s, Thread me, int site) {
        if (!isOver(o, s, me, site) && (consistency || !seen(s, me, site))) Slow.access(o, s, me, site, true, FIELDS);
    }

    /** Owned by this thread, or from now on. */
    private static boolean isOver(Object o, Object s, Thread me, int site) {
        if (s instanceof Shadow) return ((Shadow) s).usedAloneBy(me) && Slow.regain(o, (Shadow) s, me, site);
        return isOwned(s, me);
    }

    private static boolean isOwned(Object s, Thread me) {
        return s instanceof Owned && ((Owned) s).owner == me;
    }

    @DontInline
    public static void readStatic(Object s, Thread me, int site) {
        if (!seen(s, me, site)) Slow.accessStatic(s, me, site, false);
    }

    @DontInline
    public static void writeStatic(Object s, Thread me, int site) {
        if (!seen(s, me, site)) Slow.accessStatic(s, me, site, true);
    }

    private static boolean seen(Object s, Thread me, int site) {
        if (!(s instanceof Shadow)) return false;
        PerThread p = Threads.find(me);
        return p != null && Seen.has((Shadow) s, Seen.key(p.stamp, site));
    }

    @DontInline
    public static void readAny(Object o, Thread me, int site) {
        if (!seenSide(o, me, site, false, FIELDS)) Slow.access(o, null, me, site, false, FIELDS);
    }

    @DontInline
    public static void writeAny(Object o, Thread me, int site) {
        if (consistency || !seenSide(o, me, site, true, FIELDS)) Slow.access(o, null, me, site, true, FIELDS);
    }

    @DontInline
    public static void readStaticAny(Thread me, int site) {
        Slow.accessStatic(null, me, site, false);
    }

    @DontInline
    public static void writeStaticAny(Thread me, int site) {
        Slow.accessStatic(null, me, site, true);
    }

    public static void arrayRead(Object array, Thread me, int site) {
        if (!isOverAgain(array, me, site, false)) arrayReadOther(array, me, site);
    }

    public static void arrayWrite(Object array, Thread me, int site) {
        if (!isOverAgain(array, me, site, true)) arrayWriteOther(array, me, site);
    }

    /** The array that was last seen at this site, in a quiet state. No loop in it: it is inlined into loops. */
    private static boolean isOverAgain(Object array, Thread me, int site, boolean write) {
        Side side = Threads.cachedSide(me, site);
        if (side == null || !side.refersTo(array)) return false;
        Object s = side.state;
        return s == me || s == State.FROZEN && !write;
    }

    @DontInline
    private static void arrayReadOther(Object array, Thread me, int site) {
        side(array, me, site, false, CONTENTS);
    }

    @DontInline
    private static void arrayWriteOther(Object array, Thread me, int site) {
        side(array, me, site, true, CONTENTS);
    }

    @DontInline
    public static void arrayReadAt(Object array, int index, Thread me, int site) {
        if (array != null) side(array, me, site, false, segment(array, index));
    }

    @DontInline
    public static void arrayWriteAt(Object array, int index, Thread me, int site) {
        if (array != null) side(array, me, site, true, segment(array, index));
    }

    @DontInline
    public static void contentsRead(Object o, Thread me, int site) {
        if (isPlain(o, site, false)) side(o, me, site, false, CONTENTS);
    }

    @DontInline
    public static void contentsWrite(Object o, Thread me, int site) {
        if (isPlain(o, site, true)) side(o, me, site, true, CONTENTS);
    }

    private static void side(Object o, Thread me, int site, boolean write, int segment) {
        if (!seenSide(o, me, site, write, segment)) Slow.access(o, null, me, site, write, segment);
    }

    private static boolean isPlain(Object o, int site, boolean write) {
        if (o == null || off) return false;
        int contents = ClassInfo.at(site, o).contents;
        if (contents == ClassInfo.SAFE || contents == ClassInfo.OTHER && ClassInfo.showsSafe(o, site)) {
            atomicRead(o, site);
            if (write) atomicWrite(o, site);
        }
        return contents == ClassInfo.PLAIN;
    }

    /**
     * An array is cut into up to 64 segments of equal length. Indices out of bounds are left to the original
     * instruction.
     */
    private static int segment(Object array, int index) {
        if (!array.getClass().isArray()) return CONTENTS;
        int length = java.lang.reflect.Array.getLength(array);
        return index < 0 || index >= length
                ? CONTENTS
                : FIRST_SEGMENT - (int) ((long) index * Math.min(SEGMENTS, length) / length);
    }

    private static boolean seenSide(Object o, Thread me, int site, boolean write, int segment) {
        PerThread p = o == null ? null : Threads.find(me);
        Side side = p == null ? null : p.knownSide(o, site);
        if (side == null) return false;
        Object s = side.state;
        if (!(s instanceof Shadow)) return s == me || s == State.FROZEN && !write;
        Shadow shadow = (Shadow) s;
        if (shadow.usedAloneBy(me) && Slow.regainArray(side, shadow, me, site)) return true;
        return Seen.has(shadow, Seen.key(p.stamp, Seen.place(site, segment)));
    }

    // ---- questions before loops (QuietLoops): would the check find anything, or record anything new? ----

    @DontInline
    public static boolean isQuiet(Object o, Object s, Thread me, int site) {
        return isOver(o, s, me, site) || !consistency && seen(s, me, site);
    }

    @DontInline
    public static boolean isQuietStatic(Object s, Thread me, int site) {
        return seen(s, me, site);
    }

    @DontInline
    public static boolean arrayReadIsQuiet(Object array, Thread me, int site) {
        return array == null || seenSide(array, me, site, false, CONTENTS);
    }

    @DontInline
    public static boolean arrayWriteIsQuiet(Object array, Thread me, int site) {
        return array == null || seenSide(array, me, site, true, CONTENTS);
    }

    /** An element of an array of references; null if there is none. */
    public static Object element(Object array, int index) {
        if (!(array instanceof Object[])) return null;
        Object[] elements = (Object[]) array;
        return index >= 0 && index < elements.length ? elements[index] : null;
    }

    /** After Object.clone: the copy of the shadow word goes, the new object starts as INIT. */
    public static void cloned(Object o) {
        if (o != null && !off) Slow.cloned(o);
    }

    // ---- reflection: the program is shown its own members, and none that the agent has added ----

    public static Field[] ownFields(Field[] all) {
        return own(all);
    }

    public static Method[] ownMethods(Method[] all) {
        return own(all);
    }

    private static <M extends Member> M[] own(M[] all) {
        try {
            M[] own = all.clone();
            int kept = 0;
            for (M member : all) {
                if (!isAdded(member)) own[kept++] = member;
            }
            return kept == all.length ? all : Arrays.copyOf(own, kept);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return all;
        }
    }

    private static boolean isAdded(Member member) {
        if (!member.isSynthetic()) return false;
        String name = member.getName();
        return name.startsWith("$snag") || name.equals("serialVersionUID"); // no compiler's is synthetic
    }

    // ---- units of object consistency ----

    @DontInline
    public static void begin(Object o, Object s, Thread me, int site) {
        if (consistency && s != null && !isOwned(s, me)) Slow.unit(true, o, State.of(s), me);
    }

    @DontInline
    public static void end(Object o, Object s, Thread me, int site) {
        if (consistency && s != null && !isOwned(s, me)) Slow.unit(false, o, State.of(s), me);
    }

    public static void beginAny(Object o, Thread me, int site) {
        if (consistency) Slow.unit(true, o, Slow.stateOf(o), me);
    }

    public static void endAny(Object o, Thread me, int site) {
        if (consistency) Slow.unit(false, o, Slow.stateOf(o), me);
    }

    // ---- monitors ----

    public static void entered(Object o, int site) {
        Sync.entered(o, site);
    }

    public static void exiting(Object o, int site) {
        Sync.exiting(o, site);
    }

    public static void waiting(Object o, int site) {
        Sync.run(Sync.WAITING, o, 0, site);
    }

    public static void waited(Object o, int site) {
        Sync.run(Sync.WAITED, o, 0, site);
    }

    // ---- java.util.concurrent locks ----

    public static void acquired(Object lock, int mode, int site) {
        Sync.run(Sync.ACQUIRED, lock, mode, site);
    }

    public static void released(Object lock, int mode, int site) {
        Sync.run(Sync.RELEASED, lock, mode, site);
    }

    public static void acquiredIf(boolean done, Object lock, int mode, int site) {
        if (done) Sync.run(Sync.ACQUIRED, lock, mode, site);
    }

    public static void releasedIf(boolean done, Object lock, int mode, int site) {
        if (done) Sync.run(Sync.RELEASED, lock, mode, site);
    }

    public static void acquiredIf(long stamp, Object lock, int mode, int site) {
        // An optimistic reader validates the stamp 0 in vain, and does not use what it has read.
        if (stamp != 0 || mode == LockSet.OPTIMISTIC) Sync.run(Sync.ACQUIRED, lock, mode, site);
    }

    public static void releasedIf(long stamp, Object lock, int mode, int site) {
        if (stamp != 0) Sync.run(Sync.RELEASED, lock, mode, site);
    }

    public static void awaiting(Object condition, int site) {
        Sync.run(Sync.AWAITING, condition, 0, site);
    }

    public static void awaited(Object condition, int site) {
        Sync.run(Sync.WAITED, condition, 0, site);
    }

    // ---- order ----

    public static void volatileRead(Object owner, int site) {
        Sync.run(Sync.VOLATILE_READ, owner, 0, site);
    }

    public static void volatileWrite(Object owner, int site) {
        Sync.run(Sync.VOLATILE_WRITE, owner, 0, site);
    }

    public static void starts(Object task, int site) {
        Sync.run(Sync.STARTS, task, 0, site);
    }

    public static void joins(Object task, int site) {
        Sync.run(Sync.JOINS, task, 0, site);
    }

    public static void signals(Object o, int site) {
        Sync.run(Sync.SIGNALS, o, 0, site);
    }

    public static void atomicRead(Object o, int site) {
        if (!ClassInfo.isCommonIterator(o)) Sync.run(Sync.OBSERVES, o, 0, site);
    }

    public static void atomicWrite(Object o, int site) {
        Sync.run(Sync.SIGNALS, o, 0, site);
    }

    public static void taskBegin(Object task) {
        if (!Internals.isCarrier(Thread.currentThread())) Sync.run(Sync.TASK_BEGIN, task, 0, 0);
    }

    public static void taskEnd(Object task) {
        if (!Internals.isCarrier(Thread.currentThread())) Sync.run(Sync.TASK_END, task, 0, 0);
    }

    public static void threadStart(Thread thread) {
        Sync.run(Sync.STARTS, thread, 0, 0);
    }

    public static void threadJoined(Thread thread) {
        Sync.run(Sync.JOINS, thread, 0, 0);
    }
}
