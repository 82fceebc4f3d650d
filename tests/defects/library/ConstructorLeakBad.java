// mode: library
// The constructor starts a thread that reads a field which the constructor writes only afterwards.
public class ConstructorLeakBad {
    private int limit;
    private volatile int steps;

    public ConstructorLeakBad(int limit) {
        Thread worker = new Thread(this::work);
        worker.start();
        this.limit = limit; // expect: data-race/unlocked
    }

    private void work() {
        int done = 0;
        for (int i = 0; i < limit; i++) {
            done += i;
        }
        steps = done;
    }

    public int steps() {
        return steps;
    }
}
