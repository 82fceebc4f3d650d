package snag.runtime;

import java.lang.ref.WeakReference;

/**
 * What the thread that starts another one leaves for it, until the new one comes by for the first time. Threads that
 * never do, because all that they run is unwatched, keep theirs: who joins them comes after who started them.
 *
 * By thread id, chained, under the lock of Threads.
 */
final class Starting extends WeakReference<Thread> {
    private static final int SWEEP_AT_LEAST = 64;
    private static Starting[] table = new Starting[SWEEP_AT_LEAST];
    private static int used;

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
        int i = (int) id & table.length - 1;
        Starting before = null;
        for (Starting each = table[i]; each != null; each = each.next) {
            if (each.id == id) {
                if (before == null) {
                    table[i] = each.next;
                } else {
                    before.next = each.next;
                }
                used--;
                return each.known;
            }
            before = each;
        }
        return Times.NONE;
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

    /** Tests only. */
    static int size() {
        return used;
    }
}
