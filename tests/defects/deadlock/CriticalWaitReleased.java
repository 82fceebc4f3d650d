// The outer lock is released before the wait begins, so the notifier can get it.
class CriticalWaitReleased {
    static class Queue {
        private int length;

        synchronized void take() {
            while (length == 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            length--;
        }

        synchronized void put() {
            length++;
            notifyAll();
        }
    }

    private static final Object STATISTICS = new Object();
    private static final Queue QUEUE = new Queue();
    private static int events;

    public static void main(String[] arguments) {
        new Thread(CriticalWaitReleased::consume).start();
        new Thread(CriticalWaitReleased::produce).start();
    }

    static void consume() {
        synchronized (STATISTICS) {
            events++;
        }
        QUEUE.take();
    }

    static void produce() {
        synchronized (STATISTICS) {
            events++;
            QUEUE.put();
        }
    }
}
