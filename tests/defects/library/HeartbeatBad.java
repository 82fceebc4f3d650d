// mode: library
// A scheduled task writes the time of the last beat, which clients read from a plain field.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class HeartbeatBad {
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private long lastBeat;

    public void start() {
        timer.scheduleAtFixedRate(this::beat, 1, 1, TimeUnit.SECONDS);
    }

    private void beat() {
        lastBeat = System.nanoTime(); // expect: data-race/unlocked
    }

    public long lastBeat() {
        return lastBeat;
    }
}
