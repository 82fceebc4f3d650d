// Plain accesses beside a volatile one through the VarHandle, all of them under the same lock.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandleLockOk {
    public static void main(String[] arguments) {
        Gauge gauge = new Gauge();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> gauge.raise()).start();
            new Thread(() -> System.out.println(gauge.level())).start();
        }
    }
}

class Gauge {
    private static final VarHandle LEVEL;
    private int level;

    static {
        try {
            LEVEL = MethodHandles.lookup().findVarHandle(Gauge.class, "level", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    synchronized void raise() {
        level++;
    }

    synchronized int level() {
        return (int) LEVEL.getVolatile(this);
    }
}
