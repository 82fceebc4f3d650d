/** What Unload defines again and again: seven methods, with fields and locks of all kinds. */
public class UnloadPart00000 implements Unload.Work {
    private static int rounds;
    private static volatile int last;
    private final int[] numbers = new int[4];
    private int count;
    private volatile boolean open;
    private final Object lock = new Object();
    private String name = "part";

    @Override
    public int run(int n) {
        rounds++;
        last = n;
        open();
        add(n);
        fill(n);
        close();
        return total() + last + rounds;
    }

    private void open() {
        open = true;
    }

    private void close() {
        open = false;
    }

    private void add(int n) {
        synchronized (lock) {
            count += n;
        }
        if (n < 0) name = null;
    }

    private void fill(int n) {
        for (int i = 0; i < numbers.length; i++) numbers[i] += n;
    }

    private synchronized int total() {
        int count;
        synchronized (lock) {
            count = this.count;
        }
        return count + numbers[0] + (open ? 1 : 0) + length();
    }

    private int length() {
        return name == null ? 0 : name.length();
    }
}
