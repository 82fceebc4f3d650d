// infer#1701: the map is safe for several threads, the objects in it are not.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Ask1701ObjectsInMapBad {
    static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        SESSIONS.put("ada", new Session());
        for (int i = 0; i < 3; i++) {
            new Thread(() -> serve("ada")).start();
        }
    }

    private static void serve(String user) {
        Session session = SESSIONS.get(user);
        if (session != null) {
            session.spend(10);
        }
    }
}

class Session {
    private int credit = 25;

    void spend(int amount) {
        if (credit >= amount) {
            credit -= amount; // expect: data-race/unlocked
        }
    }
}
