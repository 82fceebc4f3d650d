// Benign in 7.1.6 (montecarlo's UNIVERSAL_DEBUG): every constructor sets a static flag to the same value.
// variant: default
// variant: lockset options="--lockset-only"
public class DebugFlagBad {
    private static boolean debug;
    private int value;

    DebugFlagBad(int value) {
        debug = false;  // expect: object-race DebugFlagBad.debug
        this.value = value;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 30; round++) {
                    sums[number] += new DebugFlagBad(round).value;
                    nap(2);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + " " + debug);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
