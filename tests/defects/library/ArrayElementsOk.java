// mode: library
// The elements of an array are written without a lock; array elements are not reported by default.
@ArrayElementsOk.ThreadSafe
public class ArrayElementsOk {
    private final int[] slots = new int[64];

    public void set(int index, int value) {
        slots[index] = value;
    }

    public int get(int index) {
        return slots[index];
    }

    public int length() {
        return slots.length;
    }

    @interface ThreadSafe { }
}
