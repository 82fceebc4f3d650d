// spotbugs#3362: a class that has an AtomicInteger is not shared for that; only one thread has this object.
import java.util.concurrent.atomic.AtomicInteger;

class Ask3362AtomicIsNoReasonOk {
    static final AtomicInteger IDS = new AtomicInteger();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                Job job = new Job();
                job.advance();
                job.rename("job " + job.progress());
            }).start();
        }
    }
}

class Job {
    private final AtomicInteger progress = new AtomicInteger();
    private final int id = Ask3362AtomicIsNoReasonOk.IDS.incrementAndGet();
    private String name = "";
    private int steps;

    void advance() {
        progress.incrementAndGet();
        steps++;
    }

    int progress() {
        return progress.get() * steps;
    }

    void rename(String to) {
        name = to + name + id;
    }
}
