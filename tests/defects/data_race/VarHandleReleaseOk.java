// A release write publishes the data, an acquire read that sees it orders the read of the data behind it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandleReleaseOk {
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
        data = value;
        FULL.setRelease(this, true);
    }

    int take() {
        return (boolean) FULL.getAcquire(this) ? data : -1;
    }
}
