// A lock that is taken by lockInterruptibly() protects as any other.
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

class LockInterruptiblyOk {
    public static void main(String[] arguments) {
        Jobs jobs = new Jobs();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> add(jobs)).start();
        }
    }

    private static void add(Jobs jobs) {
        try {
            jobs.add("job");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

class Jobs {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final ArrayDeque<String> waiting = new ArrayDeque<>();
    private int most;

    void add(String job) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waiting.addLast(job);
            most = Math.max(most, waiting.size());
        } finally {
            lock.unlock();
        }
    }
}
