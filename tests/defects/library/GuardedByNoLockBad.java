// mode: library
// The annotation names a lock that no method ever takes.
public class GuardedByNoLockBad {
    final Object lock = new Object();

    @GuardedBy("lock")
    private int size;

    public void grow() {
        size++; // expect: data-race/unlocked
    }

    public int size() {
        return size;
    }

    @interface GuardedBy {
        String value();
    }
}
