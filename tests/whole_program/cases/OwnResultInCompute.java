// spotbugs#3310: a result object that a lambda of compute() captures; one thread has it.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class OwnResultInCompute {
    static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Outcome {
    boolean created;
    int before;
}

class Worker extends Thread {
    @Override
    public void run() {
        Outcome outcome = new Outcome(); // object: !shared
        OwnResultInCompute.COUNTS.compute("key", (key, count) -> {
            outcome.created = count == null; // access created: unshared
            outcome.before = count == null ? 0 : count; // access before: unshared
            return outcome.before + 1; // access before: unshared
        });
        if (outcome.created) { // access: unshared
            System.out.println(outcome.before); // access: unshared
        }
    }
}
