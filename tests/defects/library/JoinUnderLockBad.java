// mode: library
// The method joins a thread under the lock that the thread needs to finish.
public class JoinUnderLockBad {
    private final Object lock = new Object();
    private int rounds;

    public int runOnce() throws InterruptedException {
        synchronized (lock) {
            Thread worker = new Thread(this::work);
            worker.start();
            worker.join(); // expect: deadlock/waits-for-task
            return rounds;
        }
    }

    private void work() {
        synchronized (lock) {
            rounds++;
        }
    }
}
