// Most accesses go through the VarHandle, but clear() writes the field directly.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandleMixedBad {
    public static void main(String[] arguments) {
        Node node = new Node();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> node.visit()).start();
        }
        new Thread(() -> node.clear()).start();
    }
}

class Node {
    private static final VarHandle VISITS;
    private int visits;

    static {
        try {
            VISITS = MethodHandles.lookup().findVarHandle(Node.class, "visits", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    void clear() {
        visits = 0; // expect: data-race/unlocked
    }

    void visit() {
        if ((int) VISITS.getAndAdd(this, 1) > 100) {
            throw new IllegalStateException();
        }
    }
}
