// Overlapping readers of an object that nobody writes any more, and a volatile field, which is exempt.
// variant: default options="--checks object-consistency"
public class ConsistencyReadersOk {
    private int value;
    private volatile int hits;

    int read() {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += value;
            hits = i;
            nap(1);
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        ConsistencyReadersOk shared = new ConsistencyReadersOk();
        shared.value = 4;
        int[] sums = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> sums[number] = shared.read());
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2] + shared.hits);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
