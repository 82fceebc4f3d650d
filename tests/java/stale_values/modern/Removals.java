package modern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import papers.Use;

/** What was found in a collection is removed, or taken to be there, when another thread may have changed it. */
class Removals {
    interface Session {
        boolean isIdle();
    }

    private final ConcurrentMap<String, Session> sessions = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> lengths = new ConcurrentHashMap<>();
    private final Hashtable<String, Integer> table = new Hashtable<>();
    private final Map<String, Integer> wrapped = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, Integer> guarded = new HashMap<>();
    private final ConcurrentHashMap<String, Set<String>> groups = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Map<String, String>> nested = new ConcurrentHashMap<>();
    private final List<String> list = Collections.synchronizedList(new ArrayList<>());
    private final Vector<String> vector = new Vector<>();
    private final CopyOnWriteArrayList<String> copied = new CopyOnWriteArrayList<>();
    private final List<String> growing = Collections.synchronizedList(new ArrayList<>());

    private final List<String> drained = Collections.synchronizedList(new ArrayList<>());
    private int ended;
    private int forgotten;

    void put(String key, Session session, int count) {
        sessions.put(key, session);
        counts.put(key, count);
        table.put(key, count);
        wrapped.put(key, count);
        synchronized (this) {
            guarded.put(key, count);
        }
        groups.computeIfAbsent(key, k -> ConcurrentHashMap.newKeySet()).add(key);
        list.add(key);
        vector.add(key);
        copied.add(key);
        growing.add(key);
        drained.add(key);
    }

    void take(String key) {
        list.remove(key);
        vector.remove(key);
        copied.remove(key);
    }

    // ---- get, test, remove ----

    void idleLow(String id) {
        Session session = sessions.get(id);
        if (session != null && session.isIdle()) {
            sessions.remove(id); // expect-low: stale-value/check-then-act
        }
    }

    void countLow(String key) {
        Integer count = counts.get(key);
        if (count > 3) counts.remove(key); // expect-low: stale-value/check-then-act
    }

    void tableLow(String key) {
        Integer count = table.get(key);
        if (count == null || count < 3) return;
        table.remove(key); // expect-low: stale-value/check-then-act
    }

    void wrappedLow(String key) {
        if (wrapped.get(key) == 0) wrapped.remove(key); // expect-low: stale-value/check-then-act
    }

    void sameObjectLow(String id, Session mine) {
        if (sessions.get(id) == mine) sessions.remove(id); // expect-low: stale-value/check-then-act
    }

    void twoSectionsLow(String key) {
        Integer count;
        synchronized (this) {
            count = guarded.get(key);
        }
        if (count == 0) {
            synchronized (this) {
                guarded.remove(key); // expect-low: stale-value/check-then-act
            }
        }
    }

    /** One is counted as ended, and perhaps another one is removed. */
    void endLow(String id) {
        Session session = sessions.get(id);
        if (session != null && session.isIdle()) {
            sessions.remove(id); // expect-low: stale-value/check-then-act
            ended++;
        }
    }

    /** What is removed from a cache is made again. */
    void forgetLow(String key) {
        Integer length = lengths.get(key);
        if (length != null && length > 3) {
            lengths.remove(key); // expect-low: stale-value/check-then-act
            forgotten++;
        }
    }

    int lengthLow(String key) {
        Integer length = lengths.get(key);
        if (length == null) {
            length = key.length();
            lengths.put(key, length); // expect-low: stale-value/check-then-act
        }
        return length;
    }

    void pairOk(String id) {
        Session session = sessions.get(id);
        if (session != null && session.isIdle()) sessions.remove(id, session);
    }

    void resultOk(String id) {
        Session session = sessions.get(id);
        if (session.isIdle() && sessions.remove(id) != null) ended++;
    }

    void presentOk(String id) {
        if (sessions.containsKey(id)) sessions.remove(id);
    }

    void notNullOk(String id) {
        Session session = sessions.get(id);
        if (session != null) {
            sessions.remove(id);
            Use.of(session);
        }
    }

    void otherTestOk(String id, boolean wanted) {
        Session session = sessions.get(id);
        if (wanted) sessions.remove(id);
        Use.of(session);
    }

    void otherKeyOk(String id, String alias) {
        if (sessions.get(id).isIdle()) sessions.remove(alias);
    }

    synchronized void oneSectionOk(String key) {
        if (guarded.get(key) == 0) guarded.remove(key);
    }

    // ---- an inner collection that is empty ----

    void emptyGroupBad(String key, String member) {
        Set<String> group = groups.get(key);
        if (group == null) return;
        group.remove(member);
        if (group.isEmpty()) groups.remove(key); // expect: stale-value/check-then-act
    }

    void emptyMapBad(String key, String member) {
        Map<String, String> inner = nested.get(key);
        if (inner != null && inner.remove(member) != null && inner.size() == 0) {
            nested.remove(key); // expect: stale-value/check-then-act
        }
    }

    void emptyGroupOk(String key, String member) {
        groups.computeIfPresent(key, (same, group) -> {
            group.remove(member);
            return group.isEmpty() ? null : group;
        });
    }

    // ---- arrays as long as the collection was ----

    String[] arrayBad() {
        return list.toArray(new String[list.size()]); // expect: stale-value/check-then-act
    }

    String[] arrayOfVectorBad() {
        String[] all = new String[vector.size()];
        vector.toArray(all); // expect: stale-value/check-then-act
        return all;
    }

    /** The list is copied when it is written, but the size is that of an older copy. */
    String[] arrayOfCopiedBad() {
        return copied.toArray(new String[copied.size()]); // expect: stale-value/check-then-act
    }

    String[] emptyArrayOk() {
        return list.toArray(new String[0]);
    }

    String[] lockedArrayOk() {
        synchronized (list) {
            return list.toArray(new String[list.size()]);
        }
    }

    /** A list that only grows: the array is replaced by a longer one. Still two steps, for the audit. */
    String[] growingBad() {
        return growing.toArray(new String[growing.size()]); // expect-audit: stale-value/check-then-act
    }

    // ---- the first element ----

    String firstBad() {
        return vector.isEmpty() ? null : vector.elementAt(0); // expect: stale-value/check-then-act
    }

    String firstOfListBad() {
        if (list.isEmpty()) return null;
        return list.get(0); // expect: stale-value/check-then-act
    }

    String firstOfGrowingBad() {
        return growing.isEmpty() ? null : growing.get(0); // expect-audit: stale-value/check-then-act
    }

    /** Nothing else removes elements, and one thread drains: only the audit wants to see it. */
    void drainBad() {
        while (!drained.isEmpty()) {
            Use.of(drained.get(0)); // expect-audit: stale-value/check-then-act
            drained.remove(0);
        }
    }

    String lockedFirstOk() {
        synchronized (vector) {
            return vector.isEmpty() ? null : vector.elementAt(0);
        }
    }
}
