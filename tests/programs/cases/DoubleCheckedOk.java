// Double-checked locking as it should be, with volatile.
// variant: default
// variant: lockset options="--lockset-only"
public class DoubleCheckedOk {
    private static volatile DoubleCheckedOk instance;
    private int value = 42;

    static DoubleCheckedOk instance() {
        if (instance == null) {
            synchronized (DoubleCheckedOk.class) {
                if (instance == null) {
                    instance = new DoubleCheckedOk();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(instance == null);
        int[] sum = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> sum[number] = instance().value);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum[0] + sum[1] + sum[2]);
    }
}
