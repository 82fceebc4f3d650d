// Collections that lock themselves, used by single calls only.
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Vector;

class SynchronizedWrappersOk {
    static final Map<String, Integer> WRAPPED = Collections.synchronizedMap(new HashMap<>());
    static final Hashtable<String, Integer> TABLE = new Hashtable<>();
    static final Vector<String> NAMES = new Vector<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            int number = i;
            new Thread(() -> WRAPPED.put("key", number)).start();
            new Thread(() -> TABLE.put("key", number)).start();
            new Thread(() -> NAMES.add("name")).start();
        }
    }
}
