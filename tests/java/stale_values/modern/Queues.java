package modern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import papers.Use;

/** Compound calls on lists and queues: asking first does not help when the answer may have changed. */
class Queues {
    private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> second = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
    private final LinkedBlockingQueue<String> blocking = new LinkedBlockingQueue<>();
    private final CopyOnWriteArrayList<String> copied = new CopyOnWriteArrayList<>();
    private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
    private final Vector<String> vector = new Vector<>();
    private final List<String> plain = new ArrayList<>();
    private final List<String> guarded = new ArrayList<>();

    synchronized void add(String text) {
        guarded.add(text);
    }

    synchronized void clear() {
        guarded.clear();
    }

    void emptyThenRemoveBad() {
        if (!queue.isEmpty()) {
            Use.of(queue.remove()); // expect: stale-value/check-then-act
        }
    }

    void emptyThenRemoveFirstBad() {
        if (deque.isEmpty()) return;
        Use.of(deque.removeFirst()); // expect: stale-value/check-then-act
    }

    void sizeThenElementBad() {
        if (blocking.size() > 0) {
            Use.of(blocking.element()); // expect: stale-value/check-then-act
        }
    }

    void drainBad() {
        while (!blocking.isEmpty()) {
            Use.of(blocking.remove()); // expect: stale-value/check-then-act
        }
    }

    void sizeThenGetBad() {
        if (copied.size() > 2) {
            Use.of(copied.get(2)); // expect-audit: stale-value/check-then-act
        }
    }

    void sizeThenRemoveIndexBad() {
        int size = vector.size();
        if (size > 3) {
            Use.of(vector.remove(3)); // expect: stale-value/check-then-act
        }
    }

    void indexLoopBad() {
        for (int i = 0; i < vector.size(); i++) {
            Use.of(vector.get(i)); // expect-audit: stale-value/check-then-act
        }
    }

    void wrappedListBad() {
        if (!wrapped.isEmpty()) {
            Use.of(wrapped.get(0)); // expect: stale-value/check-then-act
        }
    }

    void pollOk() {
        if (!queue.isEmpty()) {
            String head = queue.poll();
            if (head != null) Use.of(head);
        }
    }

    void pollFirstOk() {
        while (!deque.isEmpty()) {
            Use.of(deque.pollFirst());
        }
    }

    void peekOk() {
        if (blocking.size() > 0) {
            Use.of(blocking.peek());
        }
    }

    void otherQueueOk() {
        if (!queue.isEmpty()) {
            Use.of(second.remove());
        }
    }

    void vectorUnderItsLockOk() {
        synchronized (vector) {
            for (int i = 0; i < vector.size(); i++) {
                Use.of(vector.get(i));
            }
        }
    }

    void wrappedUnderItsLockOk() {
        synchronized (wrapped) {
            if (!wrapped.isEmpty()) {
                Use.of(wrapped.remove(0));
            }
        }
    }

    void localVectorOk(String text) {
        Vector<String> local = new Vector<>();
        local.add(text);
        if (!local.isEmpty()) {
            Use.of(local.remove(0));
        }
    }

    void plainListOk() {
        if (!plain.isEmpty()) {
            Use.of(plain.remove(0));
        }
    }

    void guardedSizeBad() {
        int size;
        synchronized (this) {
            size = guarded.size();
        }
        synchronized (this) {
            Use.of(guarded.get(size - 1)); // expect: stale-value/stale-use
        }
    }

    void guardedSizeOk() {
        synchronized (this) {
            int size = guarded.size();
            if (size > 0) Use.of(guarded.get(size - 1));
        }
    }

    void guardedSizeForPrintingOk() {
        int size;
        synchronized (this) {
            size = guarded.size();
        }
        Use.of(size);
    }
}
