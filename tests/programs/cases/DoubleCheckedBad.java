// Double-checked locking without volatile: the writes are locked, the first check is not.
// variant: default
// variant: lockset options="--lockset-only"
public class DoubleCheckedBad {
    private static DoubleCheckedBad instance;
    private final int value = 42;

    static DoubleCheckedBad instance() {
        if (instance == null) {
            synchronized (DoubleCheckedBad.class) {
                if (instance == null) {
                    instance = new DoubleCheckedBad();  // expect: object-race DoubleCheckedBad.instance
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(instance == null);
        int[] sum = new int[2];
        Thread first = new Thread(() -> sum[0] = instance().value);
        Thread second = new Thread(() -> {
            nap(60);
            sum[1] = instance().value;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(sum[0] + sum[1]);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
