// Plain get and set through a VarHandle order nothing, and an update made of them may be lost.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandlePlainBad {
    public static void main(String[] arguments) {
        Counter counter = new Counter();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> counter.increment()).start();
        }
    }
}

class Counter {
    private static final VarHandle COUNT;
    private int count;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Counter.class, "count", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    void increment() {
        int now = (int) COUNT.get(this);
        COUNT.set(this, now + 1); // expect: data-race/unlocked high
    }
}
