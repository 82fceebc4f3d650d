package hedc;

import java.util.HashMap;
import java.util.Map;

/** Not synchronized where it is called, but where it touches the map. */
final class Settings {
    private static final Map<String, String> VALUES = new HashMap<>();
    private static int reads;

    static String get(String name) {
        return lookUp(name);
    }

    private static synchronized String lookUp(String name) {
        reads++;
        return VALUES.get(name);
    }

    static synchronized void set(String name, String value) {
        VALUES.put(name, value);
    }
}
