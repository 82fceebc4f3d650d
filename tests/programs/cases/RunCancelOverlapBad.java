// Harmful in 7.2.6 (hedc): run and cancel overlap on one object, and run writes what cancel reads.
// variant: default options="--checks object-consistency"
// variant: race
public class RunCancelOverlapBad implements Runnable {
    private Thread runner;
    private int rounds;

    @Override
    public void run() {
        runner = Thread.currentThread();
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException cancelled) {
            rounds++;
        }
        runner = null;
    }

    void cancel() {
        Thread thread = runner;  // expect default: object-consistency RunCancelOverlapBad.runner
        if (thread != null) {
            thread.interrupt();
        }
    }

    // expect race: object-race RunCancelOverlapBad.runner
    public static void main(String[] args) throws InterruptedException {
        RunCancelOverlapBad task = new RunCancelOverlapBad();
        task.cancel();
        Thread thread = new Thread(task);
        thread.start();
        while (thread.isAlive()) {  // on a busy machine it may take a while until it runs
            Thread.sleep(40);
            task.cancel();
        }
        thread.join();
        System.out.println(task.rounds);
    }
}
