// mode: library
// The point is fresh on both paths.
public class ConditionalOwnershipOk {
    private volatile Point origin = new Point();

    public void move(boolean far, int x) {
        Point point;
        if (far) {
            point = new Point();
            point.x = 1000;
        } else {
            point = small();
        }
        point.x += x;
        origin = point;
    }

    public int origin() {
        return origin.x;
    }

    private static Point small() {
        Point point = new Point();
        point.x = 1;
        return point;
    }

    private static class Point {
        int x;
    }
}
