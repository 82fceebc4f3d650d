// mode: library
// All accesses to the plain field go through a VarHandle in volatile mode.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

@VarHandleOk.ThreadSafe
public class VarHandleOk {
    private static final VarHandle COUNT;
    private int count;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(VarHandleOk.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public int next() {
        return (int) COUNT.getAndAdd(this, 1) + 1;
    }

    public int count() {
        return (int) COUNT.getVolatile(this);
    }

    @interface ThreadSafe { }
}
