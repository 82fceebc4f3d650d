// Only one side takes the lock around the notified change; the other changes the field with no lock at all.
// variant: default output=any
public class WaitReleasesBad {
    private int signals;

    synchronized int await(int target) throws InterruptedException {
        while (signals < target) {
            wait(3);
        }
        return signals;
    }

    void signal() {
        signals++;  // expect: object-race WaitReleasesBad.signals
        synchronized (this) {
            notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WaitReleasesBad shared = new WaitReleasesBad();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 15; round++) {
                    nap(4);
                    shared.signal();
                }
            });
            threads[i].start();
        }
        System.out.println(shared.await(20) >= 20);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
