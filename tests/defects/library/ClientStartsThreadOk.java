// mode: library
// Each thread that clients start works on fields that only its run() uses, and reports under a lock.
public class ClientStartsThreadOk extends Thread {
    private final int[] values;
    private int next;
    private long sum;

    public ClientStartsThreadOk(int[] values) {
        this.values = values.clone();
    }

    @Override
    public void run() {
        while (next < values.length) {
            add(values[next]);
            next++;
        }
    }

    private synchronized void add(int value) {
        sum += value;
    }

    public synchronized long sum() {
        return sum;
    }
}
