// mode: library
// Each call makes a lock of its own, which excludes nobody.
@LocalLockBad.ThreadSafe
public class LocalLockBad {
    private int count;

    public int next() {
        Object lock = new Object();
        synchronized (lock) {
            count++; // expect: data-race/lock-not-unique
            return count;
        }
    }

    @interface ThreadSafe { }
}
