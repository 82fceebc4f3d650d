// A long computation runs without the lock; its result is stored only if the value is still the one that was read.
class OkRetry {
    private final Object lock = new Object();
    private int field = 3;

    public static void main(String[] arguments) {
        OkRetry shared = new OkRetry();
        new Thread(() -> shared.transact()).start();
        new Thread(() -> shared.transact()).start();
    }

    void transact() {
        boolean done = false;
        while (!done) {
            int value;
            synchronized (lock) {
                value = field;
            }
            int result = value * value % 1000;
            synchronized (lock) {
                if (value == field) {
                    field = result;
                    done = true;
                }
            }
        }
    }
}
