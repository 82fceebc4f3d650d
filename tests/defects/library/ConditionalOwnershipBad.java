// mode: library
// The point is fresh on one path only; on the other it is the shared one.
public class ConditionalOwnershipBad {
    private final Point origin = new Point();

    public int move(boolean copy, int x) {
        Point point = copy ? new Point() : origin;
        point.x = x; // expect: data-race/unlocked
        return x + 1;
    }

    public int origin() {
        synchronized (origin) {
            return origin.x;
        }
    }

    private static class Point {
        int x;
    }
}
