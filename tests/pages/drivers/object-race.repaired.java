/** Three threads use one object. */
class Driver {
    public static void main(String[] arguments) throws InterruptedException {
        Hits hits = new Hits();
        Thread[] threads = new Thread[3];
        for (int n = 0; n < threads.length; n++) {
            threads[n] = new Thread(() -> {
                for (int i = 0; i < 1000; i++) hits.hit();
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println(hits.count());
    }
}
