/** A worker is told to stop before it has begun, by another thread than the one that made it. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Worker worker = new Worker();
        Thread stopper = new Thread(() -> {
            nap(100);
            worker.stop();
        });
        Thread running = new Thread(() -> {
            nap(300);
            worker.run();
        });
        stopper.start();
        running.start();
        stopper.join();
        running.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
