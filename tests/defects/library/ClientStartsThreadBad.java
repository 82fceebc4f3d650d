// mode: library
// Clients start the thread, and ask from other threads how far it is.
public class ClientStartsThreadBad extends Thread {
    private final int[] values;
    private int next;
    private long sum;

    public ClientStartsThreadBad(int[] values) {
        this.values = values.clone();
    }

    @Override
    public void run() {
        while (next < values.length) {
            sum += values[next]; // expect-audit: data-race/unlocked
            next++;
        }
    }

    public long sum() {
        return sum;
    }
}
