package papers;

/** Figure 1: while the line is locked, the point is locked once for each distance. */
public class Figure1 {
    public static class Location {
        private double x;
        private double y;

        public Location(double x, double y) {
            this.x = x;
            this.y = y;
        }

        public synchronized double distanceTo(Location p) {
            return Math.sqrt(Math.pow(p.x - x, 2) + Math.pow(p.y - y, 2));
        }

        public synchronized void moveTo(double newX, double newY) {
            x = newX;
            y = newY;
        }
    }

    public static class Line {
        private final Location start;
        private final Location end;

        public Line(Location start, Location end) {
            this.start = start;
            this.end = end;
        }

        public synchronized boolean containsBad(Location point) {
            double r1 = point.distanceTo(start);
            double r2 = point.distanceTo(end); // expect: reacquired-lock/same-state
            double c = start.distanceTo(end);
            return r1 + r2 <= 1.001 * c;
        }

        /** The repair of section 2.1. */
        public synchronized boolean containsOk(Location point) {
            double r1;
            double r2;
            synchronized (point) {
                r1 = point.distanceTo(start);
                r2 = point.distanceTo(end);
            }
            double c = start.distanceTo(end);
            return r1 + r2 <= 1.001 * c;
        }

        /** Section 3.1: no path goes through both calls. */
        public synchronized double distanceToOneEndOk(Location point, boolean first) {
            double r;
            if (first)
                r = point.distanceTo(start);
            else
                r = point.distanceTo(end);
            return r;
        }
    }

    /** Section 3.3: this caller holds the point, others will not, and containsBad stays reported. */
    public static boolean containedAndLockedOk(Line line, Location point) {
        synchronized (point) {
            return line.containsBad(point);
        }
    }
}
