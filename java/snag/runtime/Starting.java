package snag.runtime;

import java.lang.ref.WeakReference;

/**
 * What the thread that starts another one publishes for it, until a hook runs in the new one for the first time. A
 * thread in which none ever does, because all that it runs is unwatched, keeps its entry: what comes after its end also
 * comes after its start.
 *
 * By thread id, chained, under the lock of Threads.
 */
final class Starting extends WeakReference<Thread> {
    private static final int SWEEP_AT_LEAST = 64;
    private static Starting[] table = new Starting[SWEEP_AT_LEAST];
    static int used;

    private final long id;
    private Times known;
    private Starting next;

    private Starting(Thread thread, long id, Times known) {
        super(thread);
        this.id = id;
        this.known = known;
    }

    static void put(Thread thread, Times known) {
        long id = Raw.threadId(thread);
        Starting found = find(id);
        if (found != null) {
            found.known = found.known.join(known);
            return;
        }
        if (used == table.length) rebuild();
        insert(new Starting(thread, id, known));
    }

    static Times of(Thread thread) {
        Starting found = find(Raw.threadId(thread));
        return found == null ? Times.NONE : found.known;
    }

    static Times remove(long id) {
        Starting found = find(id);
        if (found == null) return Times.NONE;
        int i = (int) id & table.length - 1;
        table[i] = table[i].without(found);
        used--;
        return found.known;
    }

    private Starting without(Starting gone) {
        if (this == gone) return next;
        next = next.without(gone);
        return this;
    }

    private static Starting find(long id) {
        Starting each = table[(int) id & table.length - 1];
        while (each != null && each.id != id) each = each.next;
        return each;
    }

    private static void insert(Starting made) {
        int i = (int) made.id & table.length - 1;
        made.next = table[i];
        table[i] = made;
        used++;
    }

    /** Without those whose Thread is gone, and with room for as many as are left. */
    private static void rebuild() {
        Starting[] old = table;
        int living = 0;
        for (int i = 0; i < old.length; i++) {
            for (Starting each = old[i]; each != null; each = each.next) living += each.refersTo(null) ? 0 : 1;
        }
        int length = SWEEP_AT_LEAST;
        while (length < living * 2) length *= 2;
        table = new Starting[length];
        used = 0;
        for (int i = 0; i < old.length; i++) {
            Starting each = old[i];
            while (each != null) {
                Starting after = each.next;
                if (!each.refersTo(null)) insert(each);
                each = after;
            }
        }
    }

    static void forget() {
        table = new Starting[SWEEP_AT_LEAST];
        used = 0;
    }
}
