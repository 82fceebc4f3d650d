// mode: library
// One caller of the helper passes a fresh object, the other the one that all threads see.
public class HelperOwnedOrNotBad {
    private volatile Point last = new Point();

    public void replace(int x) {
        Point fresh = new Point();
        set(fresh, x);
        last = fresh;
    }

    public void change(int x) {
        set(last, x);
    }

    public int last() {
        return last.x;
    }

    private static void set(Point point, int x) {
        point.x = x; // expect-audit: data-race/unlocked
    }

    private static class Point {
        int x;
    }
}
