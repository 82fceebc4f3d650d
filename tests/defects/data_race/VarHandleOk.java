// The field is an ordinary one, but all accesses go through a VarHandle in atomic or volatile mode.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandleOk {
    public static void main(String[] arguments) {
        Node node = new Node();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> node.visit()).start();
            new Thread(() -> System.out.println(node.visits())).start();
        }
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

    void visit() {
        VISITS.getAndAdd(this, 1);
    }

    int visits() {
        return (int) VISITS.getVolatile(this);
    }
}
