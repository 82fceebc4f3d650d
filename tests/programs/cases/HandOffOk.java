// The ownership model (figure 7.1): one thread makes and fills an object, a second one uses it from then on. No report
// even in the paper's mode, where nothing but the hand-over is known.
// variant: default
// variant: lockset options="--lockset-only"
public class HandOffOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            HandOffOk object = new HandOffOk();
            object.value = i;
            object.value++;
            int number = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 10; round++) {
                    object.value += round;
                }
                sums[number] = object.value;
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2] + sums[3]);
    }
}
