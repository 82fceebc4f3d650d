// mode: library
// The object is filled first and published by a volatile write; nobody writes to it afterwards.
public class WrittenThenStoredOk {
    private volatile Point last = new Point();

    public void record(int x) {
        Point point = new Point();
        point.x = x;
        last = point;
    }

    public int last() {
        return last.x;
    }

    private static class Point {
        int x;
    }
}
