// mode: library
// The array itself is replaced without the lock under which it is used.
public class ArrayReplacedBad {
    private int[] slots = new int[8];

    public synchronized int get(int index) {
        return slots[index];
    }

    public synchronized void set(int index, int value) {
        slots[index] = value;
    }

    public void clear() {
        slots = new int[8]; // expect: data-race/unlocked
    }
}
