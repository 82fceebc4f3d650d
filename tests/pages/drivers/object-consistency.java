/** A thread asks while another one is in the middle of moving. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Range range = new Range(() -> nap(30));
        Thread moving = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                range.moveTo(i, i + 10);
                nap(10);
            }
        });
        Thread asking = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                range.contains(5);
                nap(7);
            }
        });
        moving.start();
        asking.start();
        moving.join();
        asking.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
