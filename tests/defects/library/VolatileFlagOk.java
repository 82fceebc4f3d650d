// mode: library
// One volatile flag, written and read by any thread.
public class VolatileFlagOk {
    private volatile boolean stopped;
    private volatile long heartbeat;

    public void stop() {
        stopped = true;
    }

    public boolean isStopped() {
        return stopped;
    }

    public void beat() {
        heartbeat = System.nanoTime();
    }

    public long heartbeat() {
        return heartbeat;
    }
}
