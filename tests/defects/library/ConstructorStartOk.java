// mode: library
// The constructor writes the field first and starts the thread that reads it last.
public class ConstructorStartOk {
    private int limit;
    private volatile int steps;

    public ConstructorStartOk(int limit) {
        this.limit = limit;
        Thread worker = new Thread(this::work);
        worker.start();
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
