// Daemon threads are still running when main ends.
// variant: default
public class DaemonThreadsBad {
    private int count;

    public static void main(String[] args) {
        DaemonThreadsBad shared = new DaemonThreadsBad();
        for (int i = 0; i < 2; i++) {
            Thread daemon = new Thread(() -> {
                while (true) {
                    shared.count++;  // expect: object-race DaemonThreadsBad.count
                    nap(2);
                }
            });
            daemon.setDaemon(true);
            daemon.start();
        }
        nap(120);
        System.out.println("main ends");
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
