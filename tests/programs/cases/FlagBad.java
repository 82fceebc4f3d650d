// A stop flag that is not volatile. The worker looks at it all the time; main sets it.
// variant: default
// variant: lockset options="--lockset-only"
public class FlagBad {
    private boolean stop;

    public static void main(String[] args) throws InterruptedException {
        FlagBad shared = new FlagBad();
        shared.stop = false;
        Thread worker = new Thread(() -> {
            while (!shared.stop) {
                nap(1);
            }
        });
        worker.start();
        Thread.sleep(60);
        shared.stop = true;  // expect: object-race FlagBad.stop
        worker.join();
        System.out.println("stopped");
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
