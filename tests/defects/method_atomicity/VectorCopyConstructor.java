// The Vector scenario: a copy constructor asks for the size in one section and copies the elements in another.
import java.util.Arrays;

class VectorCopyConstructor {
    static class Row {
        private Object[] items;
        private int count;

        Row() {
            items = new Object[2];
        }

        Row(Row other) {
            items = new Object[other.size()];
            count = items.length;
            other.copyInto(items);           // expect: method-atomicity/split-state
        }

        synchronized int size() {
            return count;
        }

        synchronized void copyInto(Object[] target) {
            System.arraycopy(items, 0, target, 0, count);
        }

        synchronized void add(Object item) {
            if (count == items.length) {
                items = Arrays.copyOf(items, 2 * count);
            }
            items[count++] = item;
        }
    }

    static final Row ROW = new Row();

    public static void main(String[] arguments) {
        new Thread(() -> ROW.add("item")).start();
        new Thread(() -> System.out.println(new Row(ROW).size())).start();
    }
}
