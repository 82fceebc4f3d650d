// mode: library
// A fresh object is passed to helpers that write to it; no other thread can see it yet.
public class FreshToCalleeOk {
    private volatile Point last = new Point();

    public void record(int x, int y) {
        Point point = new Point();
        fill(point, x, y);
        shift(point);
        last = point;
    }

    public int distance() {
        Point point = last;
        return point.x + point.y;
    }

    private static void fill(Point point, int x, int y) {
        point.x = x;
        point.y = y;
    }

    private void shift(Point point) {
        point.x++;
    }

    private static class Point {
        int x;
        int y;
    }
}
