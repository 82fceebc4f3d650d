package hedc;

import java.util.ArrayList;
import java.util.List;

/** One query to several archives. The slow archive never answers in time. */
final class MetaSearchRequest {
    private static final int PATIENCE_MS = 80;
    private final SearchParameters parameters;
    private final WorkerPool pool;
    private final List<Task> tasks = new ArrayList<>();
    private int answers;
    private int open;

    MetaSearchRequest(SearchParameters parameters, WorkerPool pool) {
        this.parameters = parameters;
        this.pool = pool;
    }

    void issue() throws InterruptedException {
        int archives = Integer.parseInt(Settings.get("archives"));
        for (int i = 0; i < archives; i++) {
            MetaSearchResult task = new MetaSearchResult(parameters.forArchive(i == 0 ? "fast" : "slow"));
            task.setRequest(this);
            tasks.add(task);
        }
        synchronized (this) {
            open = archives;
        }
        for (Task task : tasks) {
            pool.execute(task);
        }
        waitForAnswers();
        for (Task task : tasks) {
            task.cancel();
        }
        waitForEnd();
    }

    private synchronized void waitForAnswers() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_MS * 1_000_000L;
        while (open > 0 && System.nanoTime() < end) {
            wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
    }

    private synchronized void waitForEnd() throws InterruptedException {
        while (open > 0) {
            wait();
        }
    }

    synchronized void finished(boolean answered) {
        if (answered) {
            answers++;
        }
        open--;
        notifyAll();
    }

    synchronized int answers() {
        return answers;
    }

    synchronized int cancelled() {
        return tasks.size() - answers;
    }
}
