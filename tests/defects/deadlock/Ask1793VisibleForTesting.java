// infer#1793: the opposite order is only in a method for tests, which is not part of the public surface.
// mode: library
public class Ask1793VisibleForTesting {
    @interface VisibleForTesting {
    }

    private final Object names = new Object();
    private final Object values = new Object();
    private int entries;

    public void add() {
        synchronized (names) {
            synchronized (values) {
                entries++;
            }
        }
    }

    @VisibleForTesting
    int countEntries() {
        synchronized (values) {
            synchronized (names) {
                return entries;
            }
        }
    }
}
