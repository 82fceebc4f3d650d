// Each thread has its own.
// variant: default
// variant: lockset options="--lockset-only"
public class ThreadLocalOk {
    private static final ThreadLocal<ThreadLocalOk> MINE = ThreadLocal.withInitial(ThreadLocalOk::new);
    private int count;

    public static void main(String[] args) throws InterruptedException {
        int[] counts = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    MINE.get().count++;
                }
                counts[number] = MINE.get().count;
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(counts[0] + counts[1] + counts[2] + MINE.get().count);
    }
}
