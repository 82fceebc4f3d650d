// The flag that ends the worker is volatile; what the worker counts belongs to it alone until the join.
class StopFlagOk {
    public static void main(String[] arguments) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        Thread.sleep(100);
        worker.end();
        worker.join();
        System.out.println(worker.rounds);
    }
}

class Worker extends Thread {
    private volatile boolean stopped;
    int rounds;

    @Override
    public void run() {
        while (!stopped) {
            rounds++;
        }
    }

    void end() {
        stopped = true;
    }
}
