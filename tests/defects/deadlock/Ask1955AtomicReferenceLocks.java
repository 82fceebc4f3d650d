// infer#1955: the locks of a cycle come out of AtomicReferences into local variables.
import java.util.concurrent.atomic.AtomicReference;

class Ask1955AtomicReferenceLocks {
    static final AtomicReference<Object> INBOX = new AtomicReference<>(new Object());
    static final AtomicReference<Object> OUTBOX = new AtomicReference<>(new Object());
    static int moved;

    public static void main(String[] arguments) {
        new Thread(Ask1955AtomicReferenceLocks::archive).start();
        new Thread(Ask1955AtomicReferenceLocks::restore).start();
    }

    static void archive() {
        Object inbox = INBOX.get();
        Object outbox = OUTBOX.get();
        synchronized (inbox) {
            synchronized (outbox) {          // expect: deadlock/lock-order
                moved++;
            }
        }
    }

    static void restore() {
        Object inbox = INBOX.get();
        Object outbox = OUTBOX.get();
        synchronized (outbox) {
            synchronized (inbox) {
                moved--;
            }
        }
    }
}
