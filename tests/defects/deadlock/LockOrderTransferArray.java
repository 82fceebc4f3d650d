// Several instances of one lock that come out of an array at positions that the caller chooses.
import java.util.Random;

class LockOrderTransferArray {
    static final Object[] SLOTS = new Object[8];
    static final int[] CONTENTS = new int[8];

    static {
        for (int i = 0; i < SLOTS.length; i++) {
            SLOTS[i] = new Object();
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 4; i++) {
            new Thread(LockOrderTransferArray::shuffle).start();
        }
    }

    static void shuffle() {
        Random random = new Random();
        for (int round = 0; round < 100; round++) {
            swap(random.nextInt(8), random.nextInt(8));
        }
    }

    static void swap(int i, int j) {
        synchronized (SLOTS[i]) {
            synchronized (SLOTS[j]) {        // expect: deadlock/lock-order
                int value = CONTENTS[i];
                CONTENTS[i] = CONTENTS[j];
                CONTENTS[j] = value;
            }
        }
    }
}
