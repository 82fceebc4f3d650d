package papers.artho;

/** Figure 4: two iterations are two blocks, and no value flows from one into the next. */
class Figure4 {
    private final Object lock = new Object();
    private final Shared shared = new Shared();

    void sensorDaemonOk() throws InterruptedException {
        int value;
        while (true) {
            synchronized (lock) {
                value = shared.field; // acquire latest copy
                value = func(value);
                shared.field = value; // write back result
            }
            Thread.sleep(1000); // wait
        }
    }

    private static int func(int value) {
        return value / 2 + 1;
    }
}
