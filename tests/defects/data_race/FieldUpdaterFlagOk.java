// The updater writes the volatile field, which another thread reads by its name before it reads the data.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

class FieldUpdaterFlagOk {
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
        data = value;
        FULL.set(this, 1);
    }

    int take() {
        return full == 1 ? data : -1;
    }
}
