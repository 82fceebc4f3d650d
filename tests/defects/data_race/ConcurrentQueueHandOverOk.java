// What poll() of a concurrent queue returns is no longer in the queue: one thread has it.
import java.util.concurrent.ConcurrentLinkedQueue;

class ConcurrentQueueHandOverOk {
    static final ConcurrentLinkedQueue<Work> QUEUE = new ConcurrentLinkedQueue<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 10; i++) {
            QUEUE.add(new Work(i));
        }
        for (int i = 0; i < 3; i++) {
            new Thread(ConcurrentQueueHandOverOk::drain).start();
        }
    }

    private static void drain() {
        for (Work work = QUEUE.poll(); work != null; work = QUEUE.poll()) {
            work.effort *= 2;
            System.out.println(work.effort);
        }
    }
}

class Work {
    int effort;

    Work(int effort) {
        this.effort = effort;
    }
}
