package modern;

import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import papers.Use;

/** Interleavings that can happen and do no harm, which are of severity low, beside similar ones that do. */
class Harmless {
    interface Listener {
        void changed();
    }

    /** Never changes once it is made. */
    static final class Parsed {
        final String head;
        final int length;

        Parsed(String text) {
            head = text.substring(0, 1);
            length = text.length();
        }
    }

    /** Changes after it was made. */
    static final class Counted {
        int uses;

        synchronized void use() {
            uses++;
        }
    }

    private final ConcurrentHashMap<String, Pattern> patterns = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Parsed> parsed = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Class<?>> classes = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Boolean> seen = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Boolean> mixed = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Counted> counted = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, List<String>> lists = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, String> scaled = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, String> given = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, String> replaced = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Parsed> announced = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();
    protected final Vector<Listener> walked = new Vector<>();
    private final CopyOnWriteArrayList<Listener> indexed = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<String> words = new CopyOnWriteArrayList<>();
    private int factor;
    private int announcements;
    private int hash;
    private String text = "";
    private boolean dirty;
    private boolean opened;
    private boolean toggled;
    private volatile long requests;
    private volatile long longest;
    private volatile long printed;
    private volatile long limited;
    private volatile long averaged;
    private volatile int next;
    private volatile int asked;

    // ---- caches ----

    Pattern patternOfKeyLow(String key) {
        Pattern found = patterns.get(key);
        if (found == null) {
            found = Pattern.compile(key);
            patterns.put(key, found); // expect-low: stale-value/check-then-act
        }
        return found;
    }

    /** Others only remove. */
    void forget(String key) {
        patterns.remove(key);
        parsed.clear();
    }

    Parsed ownTypeLow(String key) {
        Parsed found = parsed.get(key);
        if (found == null) {
            found = parse(key);
            parsed.put(key, found); // expect-low: stale-value/check-then-act
        }
        return found;
    }

    private static Parsed parse(String key) {
        return new Parsed(key.trim());
    }

    Class<?> lookedUpLow(String name) throws ClassNotFoundException {
        Class<?> found = classes.get(name);
        if (found == null) {
            found = Class.forName(name);
            classes.put(name, found); // expect-low: stale-value/check-then-act
        }
        return found;
    }

    /** What is made changes later: what one of the threads does to its own is lost. */
    void mutableValueBad(String key) {
        Counted found = counted.get(key);
        if (found == null) {
            found = new Counted();
            counted.put(key, found); // expect: stale-value/check-then-act
        }
        found.use();
    }

    void listValueBad(String key, String word) {
        List<String> found = lists.get(key);
        if (found == null) {
            found = new ArrayList<>();
            lists.put(key, found); // expect: stale-value/check-then-act
        }
        Use.of(word);
    }

    synchronized void setFactor(int value) {
        factor = value;
    }

    private synchronized int factor() {
        return factor;
    }

    /** The value depends on what may change, so that an old one may replace a newer one. */
    String changingInputBad(String key) {
        String found = scaled.get(key);
        if (found == null) {
            found = key + factor();
            scaled.put(key, found); // expect: stale-value/check-then-act
        }
        return found;
    }

    /** Two callers may give different values for one key. */
    void givenValueBad(String key, String value) {
        if (!given.containsKey(key)) {
            given.put(key, value); // expect: stale-value/check-then-act
        }
    }

    void register(String key, String value) {
        replaced.put(key, value);
    }

    /** What another thread has registered in between is lost. */
    String otherWriterBad(String key) {
        String found = replaced.get(key);
        if (found == null) {
            found = key.trim();
            replaced.put(key, found); // expect: stale-value/check-then-act
        }
        return found;
    }

    /** The value is the same, but the announcement is made twice. */
    void withEffectBad(String key) {
        if (announced.get(key) == null) {
            announced.put(key, parse(key)); // expect: stale-value/check-then-act
            announce();
        }
    }

    private synchronized void announce() {
        announcements++;
    }

    synchronized int announcements() {
        return announcements;
    }

    // ---- the same constant ----

    void markedLow(String key) {
        if (!seen.containsKey(key)) {
            seen.put(key, Boolean.TRUE); // expect-low: stale-value/check-then-act
        }
    }

    void unmark(String key) {
        mixed.put(key, Boolean.FALSE);
    }

    void unmarkedBad(String key) {
        if (!mixed.containsKey(key)) {
            mixed.put(key, Boolean.TRUE); // expect: stale-value/check-then-act
        }
    }

    synchronized boolean isDirty() {
        return dirty;
    }

    /** Nobody ever clears it. */
    void oneWayLow() {
        boolean was;
        synchronized (this) {
            was = dirty;
        }
        if (!was) {
            synchronized (this) {
                dirty = true; // expect-low: stale-value/check-then-act
                notifyAll();
            }
        }
    }

    /** The flag is the same, but the effect happens twice. */
    void openOnceBad() {
        boolean was;
        synchronized (this) {
            was = opened;
        }
        if (!was) {
            synchronized (this) {
                opened = true; // expect: stale-value/check-then-act
            }
            announce();
        }
    }

    synchronized void reset() {
        toggled = false;
    }

    void toggledBad() {
        boolean was;
        synchronized (this) {
            was = toggled;
        }
        if (!was) {
            synchronized (this) {
                toggled = true; // expect: stale-value/check-then-act
            }
        }
    }

    // ---- statistics ----

    void countedLow() {
        requests++; // expect-low: stale-value/lost-update
    }

    long getRequests() {
        return requests;
    }

    String describe() {
        return "requests: " + getRequests() + ", longest: " + longest;
    }

    void longestLow(long time) {
        longest = Math.max(longest, time); // expect-low: stale-value/lost-update
    }

    void loggedLow() {
        printed++; // expect-low: stale-value/lost-update
    }

    void log() {
        System.out.println(printed);
    }

    void averageLow(long time) {
        averaged += time; // expect-low: stale-value/lost-update
    }

    long average() {
        return averaged == 0 ? 0 : averaged / 2;
    }

    void limitedBad() {
        limited++; // expect: stale-value/lost-update
    }

    boolean isLimited() {
        return limited > 10;
    }

    void useLimit() {
        if (isLimited()) announce();
    }

    /** Two threads may get the same number. */
    int identityBad() {
        return ++next; // expect: stale-value/lost-update
    }

    void askedBad() {
        asked++; // expect: stale-value/lost-update
    }

    int asked() {
        return asked;
    }

    int[] room() {
        return new int[asked()];
    }

    // ---- listeners ----

    void listenLow(Listener listener) {
        if (!listeners.contains(listener)) {
            listeners.add(listener); // expect-low: stale-value/check-then-act
        }
    }

    void fire() {
        for (Listener listener : listeners) listener.changed();
    }

    /** As lists were walked through before there were iterators, and not private. */
    void listenWalkedLow(Listener listener) {
        if (!walked.contains(listener)) {
            walked.addElement(listener); // expect-low: stale-value/check-then-act
        }
    }

    synchronized void fireWalked() {
        for (int n = 0; n < walked.size(); n++) walked.elementAt(n).changed();
    }

    /** The list is more than a list of listeners: its positions matter. */
    void listenAtBad(Listener listener) {
        if (!indexed.contains(listener)) {
            indexed.add(listener); // expect: stale-value/check-then-act
        }
    }

    void fireFirst() {
        indexed.get(0).changed();
    }

    /** A text is no listener: a word that is there twice is counted twice. */
    void wordBad(String word) {
        if (!words.contains(word)) {
            words.add(word); // expect: stale-value/check-then-act
        }
    }
}
