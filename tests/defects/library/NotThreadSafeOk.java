// mode: library
// The class says that it is not made for several threads, although it has a synchronized method.
@NotThreadSafeOk.NotThreadSafe
public class NotThreadSafeOk {
    private int size;

    public void add() {
        size++; // expect-audit: data-race/unlocked
    }

    public synchronized int size() {
        return size;
    }

    public synchronized boolean isEmpty() {
        return size == 0;
    }

    @interface NotThreadSafe { }
}
