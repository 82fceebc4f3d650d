// A volatile flag that is read and written in separate sections belongs to no view (5.2.1): stale-value is about it.
class OkVolatile {
    private volatile boolean running;

    public static void main(String[] arguments) {
        OkVolatile service = new OkVolatile();
        new Thread(() -> service.toggle()).start();
        new Thread(() -> service.toggle()).start();
    }

    private synchronized boolean running() {
        return running;
    }

    private synchronized void setRunning(boolean value) {
        running = value;
    }

    void toggle() {
        boolean now = running();
        System.out.println(now);
        setRunning(true);
    }
}
