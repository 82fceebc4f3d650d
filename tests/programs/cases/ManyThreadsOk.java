// Two thousand threads, up to two hundred at a time, each with an object of its own and one that all share under a
// lock.
// variant: default
// variant: consistency options="--checks object-consistency"
public class ManyThreadsOk {
    private int count;

    synchronized void add(ManyThreadsOk own) {
        count += own.count;
    }

    public static void main(String[] args) throws InterruptedException {
        ManyThreadsOk shared = new ManyThreadsOk();
        for (int batch = 0; batch < 10; batch++) {
            Thread[] threads = new Thread[200];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    ManyThreadsOk own = new ManyThreadsOk();
                    own.count++;
                    shared.add(own);
                });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        synchronized (shared) {
            System.out.println(shared.count);
        }
    }
}
