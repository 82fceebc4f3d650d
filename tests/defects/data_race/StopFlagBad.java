// The loop of the worker may never see that another thread has set the flag, which is not volatile.
class StopFlagBad {
    public static void main(String[] arguments) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        Thread.sleep(100);
        worker.end();
    }
}

class Worker extends Thread {
    private boolean stopped;
    private int rounds;

    @Override
    public void run() {
        while (!stopped) {
            rounds++;
        }
    }

    void end() {
        stopped = true; // expect: data-race/unlocked
    }
}
