// mode: library
// The finalizer runs in a thread of the JVM and changes the static count without the lock.
public class FinalizerStaticBad {
    private static int live;

    public FinalizerStaticBad() {
        synchronized (FinalizerStaticBad.class) {
            live++;
        }
    }

    public static synchronized int live() {
        return live;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        live--; // expect: data-race/unlocked
    }
}
