/** Threads find ever better tours. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int n = 0; n < threads.length; n++) {
            int number = n;
            threads[n] = new Thread(() -> {
                for (int i = 1000; i > 0; i--) Tour.found(3 * i + number);
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }
}
