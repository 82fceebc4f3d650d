// A counter whose every access is in a synchronized method.
// variant: default
// variant: lockset options="--lockset-only"
// variant: consistency options="--checks object-consistency"
public class SynchronizedMethodOk {
    private int count;

    synchronized void add() {
        count++;
    }

    synchronized int count() {
        return count;
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedMethodOk counter = new SynchronizedMethodOk();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 1000; j++) {
                    counter.add();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(counter.count());
    }
}
