package papers.artho;

import java.util.ArrayDeque;
import java.util.Queue;

/** Figure 5: each value is taken out of the buffer by one thread (hand-over); right, though not atomic. */
class Figure5 {
    static class Buffer {
        private final Queue<Integer> values = new ArrayDeque<>();

        synchronized int next() throws InterruptedException {
            while (values.isEmpty()) {
                wait();
            }
            return values.remove();
        }

        synchronized void add(int value) {
            values.add(value);
            notifyAll();
        }
    }

    private final Buffer buffer = new Buffer();

    void workOk() throws InterruptedException {
        int value;
        int fdata;
        while (true) {
            value = buffer.next();
            fdata = f(value); // expect-audit: block-atomicity/escaped-value
            buffer.add(fdata);
        }
    }

    private static int f(int value) {
        return 3 * value + 1;
    }
}
