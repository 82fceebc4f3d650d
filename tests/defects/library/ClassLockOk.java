// mode: library
// A static synchronized method and a block on the class literal hold the same lock.
public class ClassLockOk {
    private static int total;

    public static synchronized void add(int n) {
        total += n;
    }

    public void addOne() {
        synchronized (ClassLockOk.class) {
            total++;
        }
    }

    public int total() {
        synchronized (ClassLockOk.class) {
            return total;
        }
    }
}
