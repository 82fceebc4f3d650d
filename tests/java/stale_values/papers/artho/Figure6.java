package papers.artho;

/** Figure 6: optimistic update; the old value is compared with the field again before the write. */
class Figure6 {
    private final Object lock = new Object();
    private final Shared shared = new Shared();

    public void doTransactionOk() {
        int value;
        int fdata;
        boolean done = false;
        while (!done) {
            synchronized (lock) {
                value = shared.field;
            }
            fdata = f(value); // expect-audit: block-atomicity/escaped-value
            synchronized (lock) {
                if (value == shared.field) {
                    shared.field = fdata;
                    done = true;
                }
            }
        }
    }

    /** The same without the comparison. */
    public void doTransactionBad() {
        int value;
        int fdata;
        synchronized (lock) {
            value = shared.field;
        }
        fdata = f(value); // expect-audit: block-atomicity/escaped-value
        synchronized (lock) {
            shared.field = fdata; // expect: stale-value/lost-update
        }
    }

    private static int f(int value) {
        return 3 * value + 1;
    }
}
