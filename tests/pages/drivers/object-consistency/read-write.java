/** What is left spoils while it is being sold. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Stock stock = new Stock(() -> nap(60));
        stock.spoil();
        Thread selling = new Thread(() -> {
            for (int i = 0; i < 8; i++) {
                stock.sell();
                nap(10);
            }
        });
        Thread spoiling = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                stock.spoil();
                nap(50);
            }
        });
        selling.start();
        spoiling.start();
        selling.join();
        spoiling.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
