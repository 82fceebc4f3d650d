// infer#1701: the map is safe, the objects in it are not.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class ContentsObjectsInMap {
    static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>(); // object: global unique

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Server().start(); // thread: Server.run many thread
        }
    }
}

class Session {
    int requests;
    int last;

    synchronized void touch() {
        last++; // access: threads=Server.run locks=this
    }
}

class Server extends Thread {
    @Override
    public void run() {
        Session session = ContentsObjectsInMap.SESSIONS.computeIfAbsent("user", user -> new Session());
        //^ object Session: global shared escape !unique
        session.requests++; // access: threads=Server.run locks=none
        session.touch();
        for (Session each : ContentsObjectsInMap.SESSIONS.values()) {
            each.requests++; // access: threads=Server.run locks=none
        }
    }
}
