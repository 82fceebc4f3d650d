// infer#1955, the right version: locks out of AtomicReferences that both threads acquire in the same order.
import java.util.concurrent.atomic.AtomicReference;

class Ask1955AtomicReferenceOrdered {
    static final AtomicReference<Object> INBOX = new AtomicReference<>(new Object());
    static final AtomicReference<Object> OUTBOX = new AtomicReference<>(new Object());
    static int moved;

    public static void main(String[] arguments) {
        new Thread(Ask1955AtomicReferenceOrdered::archive).start();
        new Thread(Ask1955AtomicReferenceOrdered::restore).start();
    }

    static void archive() {
        Object inbox = INBOX.get();
        Object outbox = OUTBOX.get();
        synchronized (inbox) {
            synchronized (outbox) {
                moved++;
            }
        }
    }

    static void restore() {
        Object outbox = OUTBOX.get();
        Object inbox = INBOX.get();
        synchronized (inbox) {
            synchronized (outbox) {
                moved--;
            }
        }
    }
}
