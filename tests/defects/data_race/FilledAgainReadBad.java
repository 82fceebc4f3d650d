// As FilledOnceReadOk, but the map is also thrown away.
import java.util.HashMap;
import java.util.Map;

class FilledAgainReadBad {
    private static Map<String, String> names;

    static String name(String key) {
        synchronized (FilledAgainReadBad.class) {
            if (names == null) {
                Map<String, String> made = new HashMap<>();
                made.put("a", "b");
                names = made;
            }
        }
        return names.get(key); // expect: data-race/unsafe-publication
    }

    static synchronized void clear() {
        names = null;
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                System.out.println(name("a"));
                clear();
            }).start();
        }
    }
}
