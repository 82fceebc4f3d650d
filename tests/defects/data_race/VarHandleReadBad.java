// The writer releases the flag, but the reader reads it as a plain field: it may never see it, nor the data behind it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandleReadBad {
    public static void main(String[] arguments) {
        Slot slot = new Slot();
        new Thread(() -> slot.put(42)).start();
        new Thread(() -> System.out.println(slot.take())).start();
    }
}

class Slot {
    private static final VarHandle FULL;
    private boolean full;
    private int data;

    static {
        try {
            FULL = MethodHandles.lookup().findVarHandle(Slot.class, "full", boolean.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    void put(int value) {
        data = value;                        // expect: data-race/unlocked
        FULL.setRelease(this, true);
    }

    int take() {
        return full ? data : -1;             // expect: data-race/unlocked
    }
}
