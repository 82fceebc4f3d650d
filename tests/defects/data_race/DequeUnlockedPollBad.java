// The producers lock the queue, the consumer does not.
import java.util.ArrayDeque;

class DequeUnlockedPollBad {
    public static void main(String[] arguments) {
        Jobs jobs = new Jobs();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> jobs.add("job")).start();
        }
        new Thread(() -> System.out.println(jobs.next())).start();
    }
}

class Jobs {
    private final ArrayDeque<String> waiting = new ArrayDeque<>();

    void add(String job) {
        synchronized (waiting) {
            waiting.addLast(job);
        }
    }

    String next() {
        return waiting.pollFirst(); // expect: data-race/unsafe-object
    }
}
