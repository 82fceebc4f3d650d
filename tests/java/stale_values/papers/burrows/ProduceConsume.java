package papers.burrows;

import java.util.Arrays;

/** Section 1, third example: wait() lets the producer replace the array of which the consumer keeps a copy. */
class ProduceConsume {
    private int[] arr = new int[4];
    private int n;
    private int nextc;

    synchronized int consumeBad() throws InterruptedException {
        int[] a = arr;
        while (n == 0) {
            wait();
        }
        int v = a[nextc]; // expect: stale-value/stale-use
        nextc = (nextc + 1) % a.length;
        n = n - 1;
        return v;
    }

    synchronized int consumeOk() throws InterruptedException {
        while (n == 0) {
            wait();
        }
        int[] a = arr;
        int v = a[nextc];
        nextc = (nextc + 1) % a.length;
        n = n - 1;
        return v;
    }

    synchronized void produceOk(int value) {
        if (n == arr.length) {
            int[] larger = new int[2 * n];
            System.arraycopy(arr, nextc, larger, 0, n - nextc);
            System.arraycopy(arr, 0, larger, n - nextc, nextc);
            arr = larger;
            nextc = 0;
        }
        arr[(nextc + n) % arr.length] = value;
        n = n + 1;
        notifyAll();
    }

    synchronized String describeOk() {
        return Arrays.toString(arr);
    }
}
