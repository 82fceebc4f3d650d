// Shared reading (7.1.1): made by one thread, then read by many, and never written again.
// variant: default
// variant: lockset options="--lockset-only"
// variant: object options="--lockset-only --granularity object"
public class SharedReadOk {
    private int a;
    private String b;
    private static int limit = 10;

    public static void main(String[] args) throws InterruptedException {
        SharedReadOk shared = new SharedReadOk();
        shared.a = 3;
        shared.b = "abc";
        int[] sums = new int[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < limit; round++) {
                    sums[number] += shared.a + shared.b.length();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2] + sums[3]);
    }
}
