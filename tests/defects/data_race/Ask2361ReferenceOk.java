// spotbugs#2361: the lock guards the lazily made reference; the object behind it protects its own state.
import java.util.concurrent.atomic.LongAdder;

class Ask2361ReferenceOk {
    public static void main(String[] arguments) {
        Server server = new Server();
        for (int i = 0; i < 3; i++) {
            new Thread(server::serve).start();
        }
    }
}

class Server {
    private Statistics statistics;

    private synchronized Statistics statistics() {
        if (statistics == null) {
            statistics = new Statistics();
        }
        return statistics;
    }

    void serve() {
        statistics().add(10);
    }
}

class Statistics {
    private final LongAdder bytes = new LongAdder();
    private int requests;

    void add(int length) {
        bytes.add(length);
        count();
    }

    private synchronized void count() {
        requests++;
    }
}
