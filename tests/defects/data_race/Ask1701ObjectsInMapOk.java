// The repair of infer#1701: the map and the objects in it are safe for several threads.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Ask1701ObjectsInMapOk {
    static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        SESSIONS.put("ada", new Session());
        SESSIONS.put("bob", new Session());
        for (int i = 0; i < 3; i++) {
            new Thread(() -> serve("ada")).start();
            new Thread(() -> serve("bob")).start();
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

    synchronized void spend(int amount) {
        if (credit >= amount) {
            credit -= amount;
        }
    }
}
