// Virtual threads: start and join, an executor of them, and a lock.
// variant: default java=21
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreadsOk {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private int phase;

    void add() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        VirtualThreadsOk shared = new VirtualThreadsOk();
        for (int i = 0; i < 20; i++) {
            shared.phase++;
            Thread thread = Thread.ofVirtual().start(() -> shared.phase += 2);
            thread.join();
        }
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 500; i++) {
                futures.add(executor.submit(() -> {
                    shared.add();
                    Thread.sleep(1);
                    shared.add();
                    return null;
                }));
            }
        }
        for (Future<?> future : futures) {
            future.get();
        }
        shared.lock.lock();
        System.out.println(shared.count + " " + shared.phase);
        shared.lock.unlock();
    }
}
