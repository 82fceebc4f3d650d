// The Vector scenario: a caller makes an array of the size that it read, and fills it in a second section.
import java.util.Arrays;

class VectorToArray {
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
        new Thread(VectorToArray::print).start();
    }

    static void print() {
        String[] copy = new String[ROW.size()];
        ROW.copyInto(copy);                  // expect: method-atomicity/split-state
        System.out.println(String.join(",", copy));
    }
}
