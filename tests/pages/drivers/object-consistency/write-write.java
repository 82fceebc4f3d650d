/** Several threads give an object a name. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Name name = new Name(() -> nap(60));
        Thread[] threads = new Thread[3];
        for (int n = 0; n < threads.length; n++) {
            int number = n;
            threads[n] = new Thread(() -> {
                nap(20 * number);
                for (int i = 0; i < 5; i++) name.set("Ada", "Byron");
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
