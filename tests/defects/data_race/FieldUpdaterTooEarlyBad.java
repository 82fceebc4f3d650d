// The updater sets the volatile flag before the data is written: it orders nothing.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

class FieldUpdaterTooEarlyBad {
    public static void main(String[] arguments) {
        Slot slot = new Slot();
        new Thread(() -> slot.put(42)).start();
        new Thread(() -> System.out.println(slot.take())).start();
    }
}

class Slot {
    private static final AtomicIntegerFieldUpdater<Slot> FULL =
            AtomicIntegerFieldUpdater.newUpdater(Slot.class, "full");
    private volatile int full;
    private int data;

    void put(int value) {
        FULL.compareAndSet(this, 0, 1);
        data = value;                        // expect: data-race/unlocked
    }

    int take() {
        return full == 1 ? data : -1;
    }
}
