// mode: library
// The finalizer takes the lock that the other methods take.
public class FinalizerStaticOk {
    private static int live;

    public FinalizerStaticOk() {
        synchronized (FinalizerStaticOk.class) {
            live++;
        }
    }

    public static synchronized int live() {
        return live;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        synchronized (FinalizerStaticOk.class) {
            live--;
        }
    }
}
