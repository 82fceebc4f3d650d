// Each thread keeps to its half of the array. Checked as a whole it is reported; by ranges it is not.
// variant: default
// variant: whole options="--arrays whole"
// variant: ranges options="--arrays ranges"
public class ArrayRangesOk {
    public static void main(String[] args) throws InterruptedException {
        long[] shared = new long[4096];
        Thread one = new Thread(() -> fill(shared, 0));
        Thread two = new Thread(() -> fill(shared, 2048));
        one.start();
        two.start();
        one.join();
        two.join();
        long sum = 0;
        for (long each : shared) {
            sum += each;
        }
        System.out.println(sum);
    }

    private static void fill(long[] shared, int from) {
        for (int round = 0; round < 20; round++) {
            for (int i = from; i < from + 2048; i++) {
                shared[i] += i;  // expect whole: object-race long[]*
            }
            nap(2);
        }
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
