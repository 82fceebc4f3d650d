// A scheduled executor with one thread runs two tasks over the same object.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

class ScheduledExecutorOk {
    public static void main(String[] arguments) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        Watch watch = new Watch();
        clock.scheduleAtFixedRate(() -> watch.tick(), 0, 1, TimeUnit.SECONDS);
        clock.scheduleWithFixedDelay(() -> watch.adjust(), 1, 60, TimeUnit.SECONDS);
    }
}

class Watch {
    private int seconds;

    void tick() {
        seconds++;
    }

    void adjust() {
        seconds -= seconds % 60;
    }
}
