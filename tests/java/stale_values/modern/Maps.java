package modern;

import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import papers.Use;

/** Compound calls on maps: each call is a section of its own. */
class Maps {
    private final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> second = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> locked = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<String, Integer> sorted = new ConcurrentSkipListMap<>();
    private final Map<String, Integer> behindInterface = new ConcurrentHashMap<>();
    private final Map<String, Integer> wrapped = Collections.synchronizedMap(new HashMap<>());
    private final Hashtable<String, Integer> table = new Hashtable<>();
    private final Map<String, Integer> plain = new HashMap<>();
    private final Map<String, Integer> guarded = new HashMap<>();

    void setAll(String key, int value) {
        sorted.put(key, value);
        behindInterface.put(key, value);
    }

    void containsThenPutBad(String key) {
        if (!map.containsKey(key)) {
            map.put(key, 1); // expect: stale-value/check-then-act
        }
    }

    void getThenPutBad(String key) {
        if (map.get(key) == null) {
            map.put(key, 1); // expect: stale-value/check-then-act
        }
    }

    void getFeedsPutBad(String key) {
        Integer old = map.get(key);
        map.put(key, old == null ? 1 : old + 1); // expect: stale-value/check-then-act
    }

    void earlyReturnBad(String key) {
        if (map.containsKey(key)) return;
        String same = key;
        map.put(same, 1); // expect: stale-value/check-then-act
    }

    Integer lazyValueBad(String key) {
        Integer found = map.get(key);
        if (found == null) {
            found = key.length();
            map.put(key, found); // expect: stale-value/check-then-act
        }
        return found;
    }

    void sortedBad(String key) {
        if (!sorted.containsKey(key)) {
            sorted.put(key, 1); // expect: stale-value/check-then-act
        }
    }

    void behindInterfaceBad(String key) {
        if (!behindInterface.containsKey(key)) {
            behindInterface.put(key, 1); // expect: stale-value/check-then-act
        }
    }

    void wrappedBad(String key) {
        if (!wrapped.containsKey(key)) {
            wrapped.put(key, 1); // expect: stale-value/check-then-act
        }
    }

    void tableBad(String key) {
        Integer old = table.get(key);
        if (old != null) {
            table.put(key, old + 1); // expect: stale-value/check-then-act
        }
    }

    /** The lock covers the question only. */
    void lockedQuestionBad(String key) {
        boolean known;
        synchronized (this) {
            known = map.containsKey(key);
        }
        if (!known) {
            map.put(key, 1); // expect: stale-value/check-then-act
        }
    }

    void differentKeyOk(String key, String alias) {
        if (!map.containsKey(key)) {
            map.put(alias, 1);
        }
    }

    void derivedKeyOk(String key) {
        if (map.containsKey(key)) {
            map.put(key + "'", 1);
        }
    }

    void differentMapOk(String key) {
        if (!map.containsKey(key)) {
            second.put(key, 1);
        }
    }

    void putIfAbsentOk(String key) {
        if (!map.containsKey(key)) {
            map.putIfAbsent(key, 1);
        }
    }

    Integer computeIfAbsentOk(String key) {
        Integer found = map.get(key);
        if (found == null) {
            found = map.computeIfAbsent(key, String::length);
        }
        return found;
    }

    /** The lambda runs within the call; its result goes through an object that only this thread has. */
    int computeOk(String key) {
        int[] result = new int[1];
        map.compute(key, (same, old) -> {
            result[0] = old == null ? 1 : old + 1;
            return result[0];
        });
        return result[0];
    }

    void mergeOk(String key) {
        if (map.get(key) != null) {
            map.merge(key, 1, Integer::sum);
        }
    }

    void replaceOk(String key) {
        Integer old = map.get(key);
        if (old != null) {
            Use.of(map.replace(key, old, old + 1) ? 1 : 0);
        }
    }

    void removePairOk(String key) {
        Integer old = map.get(key);
        if (old != null && old > 3) {
            Use.of(map.remove(key, old) ? 1 : 0);
        }
    }

    void unrelatedPutOk(String key) {
        Integer old = map.get(key);
        Use.of(old);
        map.put(key, 5);
    }

    void commonLockOk(String key) {
        synchronized (this) {
            if (!locked.containsKey(key)) {
                locked.put(key, 1);
            }
        }
    }

    void wrappedUnderItsLockOk(String key) {
        synchronized (wrapped) {
            if (!wrapped.containsKey(key)) {
                wrapped.put(key, 1);
            }
        }
    }

    int localMapOk(String key) {
        Map<String, Integer> local = new ConcurrentHashMap<>();
        if (!local.containsKey(key)) {
            local.put(key, 1);
        }
        return local.size();
    }

    void plainMapOk(String key) {
        if (!plain.containsKey(key)) {
            plain.put(key, 1);
        }
    }

    void guardedDecidesBad(String key) {
        boolean known;
        synchronized (this) {
            known = guarded.containsKey(key);
        }
        if (!known) {
            synchronized (this) {
                guarded.put(key, 1); // expect: stale-value/check-then-act
            }
        }
    }

    void guardedFeedsBad(String key) {
        Integer old;
        synchronized (this) {
            old = guarded.get(key);
        }
        int next = old + 1;
        synchronized (this) {
            guarded.put(key, next); // expect: stale-value/lost-update
        }
    }

    void guardedRecheckOk(String key) {
        boolean known;
        synchronized (this) {
            known = guarded.containsKey(key);
        }
        if (!known) {
            synchronized (this) {
                if (!guarded.containsKey(key)) guarded.put(key, 1);
            }
        }
    }

    synchronized void guardedOk(String key) {
        Integer old = guarded.get(key);
        guarded.put(key, old == null ? 1 : old + 1);
    }
}
