package modern;

/** Every method is a critical section of its own. */
class Meter {
    private int value;

    synchronized int value() {
        return value;
    }

    synchronized void setValue(int next) {
        value = next;
    }

    synchronized void raise() {
        value++;
    }
}
