// A static field, set and read through its VarHandle; the plain write is made before the threads start.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandleStaticOk {
    private static final VarHandle STATE;
    private static int state;

    static {
        try {
            STATE = MethodHandles.lookup().findStaticVarHandle(VarHandleStaticOk.class, "state", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    public static void main(String[] arguments) {
        state = 1;
        for (int i = 0; i < 3; i++) {
            new Thread(() -> VarHandleStaticOk.advance()).start();
        }
    }

    static void advance() {
        int seen = (int) STATE.getOpaque();
        while (!STATE.weakCompareAndSetPlain(seen, seen + 1)) {
            seen = (int) STATE.getAcquire();
        }
    }
}
