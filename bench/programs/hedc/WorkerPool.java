package hedc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A queue of tasks and threads that take from it, again and again. */
final class WorkerPool {
    private final ArrayDeque<Task> queue = new ArrayDeque<>();
    private final List<Worker> workers = new ArrayList<>();
    private boolean closed;

    WorkerPool(int count) {
        for (int i = 0; i < count; i++) {
            Worker worker = new Worker(i, this);
            workers.add(worker);
            worker.start();
        }
    }

    synchronized void execute(Task task) {
        queue.add(task);
        notify();
    }

    synchronized Task take() {
        while (queue.isEmpty()) {
            if (closed) {
                return null;
            }
            try {
                wait();
            } catch (InterruptedException late) {
                // A cancel that came after its task had ended.
            }
        }
        return queue.remove();
    }

    void shutdown() throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        for (Worker worker : workers) {
            worker.join();
        }
    }
}
