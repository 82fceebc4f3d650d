/** A task that two threads have written, one after the other, is looked at by a third and written by a fourth. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Task task = new Task();
        Thread first = new Thread(task::finish);
        first.start();
        first.join();
        task.finish();
        Thread canceller = new Thread(() -> {
            nap(100);
            task.cancel();
        });
        Thread finisher = new Thread(() -> {
            nap(300);
            task.finish();
        });
        canceller.start();
        finisher.start();
        canceller.join();
        finisher.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
