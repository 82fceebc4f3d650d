// mode: library
// A static synchronized method locks the class, an instance method the object: nothing protects the static total.
public class StaticVsInstanceBad {
    private static int total;

    public static synchronized void addAll(int n) {
        total += n; // expect: data-race/unlocked
    }

    public synchronized void addOne() {
        total += 1;
    }

    public static synchronized int total() {
        return total;
    }
}
