// mode: library
// The object is published first and filled afterwards.
public class StoredThenWrittenBad {
    private volatile Point last = new Point();

    public void record(int x) {
        Point point = new Point();
        last = point;
        point.x = x; // expect-audit: data-race/unlocked
    }

    public int last() {
        return last.x;
    }

    private static class Point {
        int x;
    }
}
