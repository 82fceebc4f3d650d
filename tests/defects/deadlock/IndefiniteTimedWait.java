// Nobody notifies the pause, but the wait ends after its time limit.
class IndefiniteTimedWait {
    private final Object pause = new Object();
    private boolean stopped;

    public static void main(String[] arguments) {
        IndefiniteTimedWait ticker = new IndefiniteTimedWait();
        new Thread(() -> ticker.tick()).start();
        ticker.stop();
    }

    void tick() {
        synchronized (pause) {
            while (!stopped) {
                try {
                    pause.wait(50);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    void stop() {
        synchronized (pause) {
            stopped = true;
        }
    }
}
