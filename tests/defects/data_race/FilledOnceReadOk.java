// The map is filled once, under the lock, and each method that reads it without has first made sure under the lock that
// it is filled.
import java.util.HashMap;
import java.util.Map;

class FilledOnceReadOk {
    private static Map<String, String> names;

    static String name(String key) {
        synchronized (FilledOnceReadOk.class) {
            if (names == null) {
                Map<String, String> made = new HashMap<>();
                made.put("a", "b");
                names = made;
            }
        }
        return names.get(key);
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> System.out.println(name("a"))).start();
        }
    }
}
