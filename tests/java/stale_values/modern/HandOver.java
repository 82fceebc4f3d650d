package modern;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import papers.Use;

/** Values that no other thread can have or change any more, and similar ones for which that is not true. */
class HandOver {
    private final ArrayDeque<String> queue = new ArrayDeque<>();
    private final Map<Integer, String> names = new HashMap<>();
    private List<String> pending = new ArrayList<>();
    private int nextId;
    private int done;
    private boolean dirty;
    private int saves;

    synchronized void offer(String text) {
        queue.add(text);
        pending.add(text);
        dirty = true;
    }

    void uniqueIdOk(String name) {
        int id;
        synchronized (this) {
            id = nextId++;
        }
        Use.of(id);
        synchronized (this) {
            names.put(id, name);
        }
    }

    void uniqueIdBeforeOk(String name) {
        int id;
        synchronized (this) {
            id = ++nextId;
        }
        synchronized (this) {
            names.put(id, name);
        }
    }

    /** Nobody took this id: two threads may have the same. */
    void peekedIdBad(String name) {
        int id;
        synchronized (this) {
            id = nextId;
        }
        synchronized (this) {
            names.put(id, name); // expect: stale-value/stale-use
        }
    }

    void swappedListOk() {
        List<String> taken;
        synchronized (this) {
            taken = pending;
            pending = new ArrayList<>();
        }
        for (String text : taken) Use.of(text);
        synchronized (this) {
            done += taken.size();
        }
    }

    void keptListBad() {
        List<String> seen;
        synchronized (this) {
            seen = pending;
        }
        synchronized (this) {
            Use.of(seen); // expect: stale-value/stale-use
        }
    }

    void takenOutOk() {
        String head;
        synchronized (this) {
            head = queue.poll();
        }
        if (head == null) return;
        Use.of(head);
        synchronized (this) {
            names.put(head.length(), head);
        }
    }

    void peekedBad() {
        String head;
        synchronized (this) {
            head = queue.peek();
        }
        synchronized (this) {
            Use.of(head); // expect: stale-value/stale-use
        }
    }

    void takenFlagOk() {
        boolean was;
        synchronized (this) {
            was = dirty;
            dirty = false;
        }
        if (was) {
            synchronized (this) {
                saves++;
            }
        }
    }

    /** Set back in a section of its own: another thread saves as well. */
    void keptFlagBad() {
        boolean was;
        synchronized (this) {
            was = dirty;
        }
        if (was) {
            synchronized (this) {
                dirty = false; // expect: stale-value/check-then-act
            }
        }
    }
}
