/** A clock is read while it strikes. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Clock clock = new Clock(() -> nap(30));
        Thread ticking = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                clock.tick();
                nap(10);
            }
        });
        Thread looking = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                clock.show();
                nap(7);
            }
        });
        ticking.start();
        looking.start();
        ticking.join();
        looking.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
