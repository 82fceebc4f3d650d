// A thread that ends notifies those who wait for its thread object, as Thread.join does.
class IndefiniteThreadEnd {
    public static void main(String[] arguments) throws InterruptedException {
        Thread worker = new Thread(IndefiniteThreadEnd::work);
        worker.start();
        synchronized (worker) {
            while (worker.isAlive()) {
                worker.wait();
            }
        }
        System.out.println("ended");
    }

    static void work() {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += i;
        }
        System.out.println(sum);
    }
}
