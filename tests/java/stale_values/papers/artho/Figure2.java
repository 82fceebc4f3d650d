package papers.artho;

/** Figure 2: a non-atomic increment. */
class Figure2 {
    private final Object lock = new Object();
    private final Shared shared = new Shared();

    public void incBad() {
        int tmp;
        synchronized (lock) {
            tmp = shared.field;
        } // lock release
        tmp++; // expect-audit: block-atomicity/escaped-value
        synchronized (lock) {
            shared.field = tmp; // expect: stale-value/lost-update
        }
    }

    public void incOk() {
        int tmp;
        synchronized (lock) {
            tmp = shared.field;
            tmp++;
            shared.field = tmp;
        }
    }
}
