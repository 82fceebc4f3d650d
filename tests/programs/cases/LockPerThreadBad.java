// Harmful in 7.1.6 (raytracer): a global sum under a lock that each thread has for itself.
// variant: default output=any
// variant: lockset options="--lockset-only" output=any
public class LockPerThreadBad extends Thread {
    private static long checksum;
    private final Object lock = new Object();

    @Override
    public void run() {
        for (int i = 0; i < 20; i++) {
            synchronized (lock) {
                checksum += i;  // expect: object-race LockPerThreadBad.checksum
            }
            nap(2);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LockPerThreadBad one = new LockPerThreadBad();
        LockPerThreadBad two = new LockPerThreadBad();
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(checksum);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
