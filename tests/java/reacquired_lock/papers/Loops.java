package papers;

/** Section 3.1: one place in a loop locks the same point twice, or another point each time. */
public class Loops {
    public static class Point {
        private double x;

        public synchronized double distanceTo(Point p) {
            return Math.abs(p.x - x);
        }

        public synchronized void moveTo(double newX) {
            x = newX;
        }
    }

    private final Point[] endpoints = {new Point(), new Point()};
    private final double[] r = new double[2];

    public synchronized void onePointBad(Point point) {
        for (int i = 0; i < 2; i++) {
            r[i] = point.distanceTo(endpoints[i]); // expect: reacquired-lock/same-state
        }
    }

    public synchronized void manyPointsOk(Point[] point) {
        for (int i = 0; i < 2; i++) {
            r[i] = point[i].distanceTo(endpoints[i]);
        }
    }

    /** What is marked twice stays marked when the index changes afterwards. */
    public synchronized void twiceBeforeTheIndexChangesBad(Point[] point, int from) {
        for (int i = from; i < 2; i++) {
            point[i].moveTo(r[i]);
            r[i] = point[i].distanceTo(endpoints[i]); // expect: reacquired-lock/same-state
        }
    }

    public synchronized void indexChangesBetweenOk(Point[] point, int from) {
        int i = from;
        point[i].moveTo(0);
        i++;
        point[i].moveTo(1);
    }
}
