// All accesses of the volatile field go through the updater, or are single reads.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

class FieldUpdaterOk {
    public static void main(String[] arguments) {
        Node node = new Node();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> System.out.println(node.visit())).start();
        }
    }
}

class Node {
    private static final AtomicIntegerFieldUpdater<Node> VISITS =
            AtomicIntegerFieldUpdater.newUpdater(Node.class, "visits");
    private volatile int visits;

    int visit() {
        VISITS.incrementAndGet(this);
        return visits;
    }
}
