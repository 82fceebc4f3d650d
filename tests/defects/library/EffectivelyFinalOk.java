// mode: library
// The fields are not final, but only the constructor and a helper that it calls write them.
public class EffectivelyFinalOk {
    private int capacity;
    private String name;
    private volatile boolean closed;

    public EffectivelyFinalOk(String name) {
        this.name = name;
        initialize(16);
    }

    private void initialize(int newCapacity) {
        capacity = newCapacity;
    }

    public void close() {
        closed = true;
    }

    public String describe() {
        return closed ? "closed" : name + " " + capacity;
    }
}
