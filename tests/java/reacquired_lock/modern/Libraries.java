package modern;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;

/** The JDK's synchronized classes: shared, encapsulated, of one method, and handed in. */
public class Libraries {
    private final Vector<String> handedOut = new Vector<>();
    private final Vector<String> encapsulated = new Vector<>();
    private final Hashtable<String, Integer> usedElsewhere = new Hashtable<>();
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());
    private final List<String> ownNames = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> table = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, String> concurrent = new ConcurrentHashMap<>();
    private final List<String> plain = new ArrayList<>();

    public Vector<String> getHandedOut() {
        return handedOut;
    }

    public void putElsewhere(String key) {
        usedElsewhere.put(key, 0);
    }

    public void addName(String name) {
        names.add(name);
    }

    public void remove(String key) {
        table.remove(key);
    }

    public synchronized void handedOutBad(String text) {
        if (!handedOut.contains(text)) {
            handedOut.add(text); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void usedElsewhereBad(String key) {
        Integer old = usedElsewhere.get(key);
        usedElsewhere.put(key, old + 1); // expect: reacquired-lock/dependent
    }

    public synchronized void encapsulatedFalsePositive(String text) {
        if (!encapsulated.contains(text)) {
            encapsulated.add(text); // expect-audit: reacquired-lock/unrelated
        }
    }

    public synchronized void encapsulatedAndNothingDependsFalsePositive(String first, String second) {
        encapsulated.add(first);
        encapsulated.add(second); // expect-audit: reacquired-lock/unrelated
    }

    public synchronized void parameterBad(Vector<String> texts) {
        texts.add("a");
        texts.add("b"); // expect-audit: reacquired-lock/same-state
    }

    public synchronized String lastOfParameterBad(Vector<String> texts) {
        int size = texts.size();
        return texts.get(size - 1); // expect: reacquired-lock/dependent
    }

    public synchronized String shortenedParameterBad(StringBuffer buffer) {
        String text = "";
        if (buffer.length() > 80) {
            text = buffer.substring(0, 80); // expect: reacquired-lock/dependent
        }
        return text;
    }

    public synchronized void streamBad(ByteArrayOutputStream stream) {
        if (stream.size() > 1024) {
            stream.reset(); // expect: reacquired-lock/dependent
        }
    }

    public synchronized String ofOneMethodFalsePositive(String text) {
        StringBuffer buffer = new StringBuffer();
        buffer.append(text);
        buffer.append('\n'); // expect-audit: reacquired-lock/same-state
        return buffer.toString(); // expect-audit: reacquired-lock/same-state
    }

    public synchronized void wrapperBad(String name) {
        if (!names.contains(name)) {
            names.add(name); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void wrapperOfMapBad(String key) {
        if (table.containsKey(key)) {
            table.put(key, "again"); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void encapsulatedWrapperFalsePositive(String name) {
        if (!ownNames.contains(name)) {
            ownNames.add(name); // expect-audit: reacquired-lock/unrelated
        }
    }

    public synchronized void heldOk(String text) {
        synchronized (handedOut) {
            if (!handedOut.contains(text)) handedOut.add(text);
        }
    }

    public synchronized void wrapperHeldOk(String name) {
        synchronized (names) {
            if (!names.contains(name)) names.add(name);
        }
    }

    public void withoutContextOk(Vector<String> texts) {
        if (!texts.isEmpty()) texts.remove(0);
    }

    public void vectorIsTheContextOk() {
        synchronized (handedOut) {
            handedOut.add("a");
            handedOut.add("b");
        }
    }

    public synchronized void oneCallOk(Vector<String> texts, List<String> more) {
        texts.addAll(more);
    }

    public synchronized void twoVectorsOk(Vector<String> from, Vector<String> to) {
        String first = from.remove(0);
        to.add(first);
    }

    public synchronized void unsynchronizedListOk(String text) {
        if (!plain.contains(text)) plain.add(text);
    }

    public synchronized void concurrentMapOk(String key) {
        if (concurrent.get(key) == null) concurrent.put(key, "");
    }

    public synchronized String builderOk(StringBuilder builder) {
        builder.append('a');
        builder.append('b');
        return builder.toString();
    }
}
