package hedc;

final class Worker extends Thread {
    private final WorkerPool pool;
    private int handled;

    Worker(int number, WorkerPool pool) {
        super("worker-" + number);
        this.pool = pool;
    }

    @Override
    public void run() {
        for (Task task = pool.take(); task != null; task = pool.take()) {
            task.run();
            handled++;
        }
    }
}
