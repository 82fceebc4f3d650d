// The Vector scenario repaired: the caller holds the vector's lock around both calls.
import java.util.Arrays;

class VectorToArrayLocked {
    static class Row {
        private String[] items = new String[2];
        private int count;

        synchronized int size() {
            return count;
        }

        synchronized void copyInto(String[] target) {
            System.arraycopy(items, 0, target, 0, count);
        }

        synchronized void add(String item) {
            if (count == items.length) {
                items = Arrays.copyOf(items, 2 * count);
            }
            items[count++] = item;
        }
    }

    static final Row ROW = new Row();

    public static void main(String[] arguments) {
        new Thread(() -> ROW.add("item")).start();
        new Thread(VectorToArrayLocked::print).start();
    }

    static void print() {
        String[] copy;
        synchronized (ROW) {
            copy = new String[ROW.size()];
            ROW.copyInto(copy);
        }
        System.out.println(String.join(",", copy));
    }
}
