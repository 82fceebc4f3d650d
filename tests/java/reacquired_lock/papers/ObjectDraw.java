package papers;

/** Section 5.3, ObjectDraw: two bounding boxes, of which one is locked; and a thread-confined box. */
public class ObjectDraw {
    public static class Box {
        private double x;
        private double width;

        public Box(double x, double width) {
            this.x = x;
            this.width = width;
        }

        public synchronized double getLeft() {
            return x;
        }

        public synchronized double getRight() {
            return x + width;
        }

        public synchronized void move(double dx) {
            x += dx;
        }

        public synchronized void resize(double newWidth) {
            width = newWidth;
        }

        public synchronized boolean overlapsBad(Box other) {
            if (other.getLeft() > x + width) return false;
            return other.getRight() >= x; // expect: reacquired-lock/dependent
        }

        public synchronized double gapBad(Box other) {
            double before = x - other.getRight();
            double after = other.getLeft() - x - width; // expect: reacquired-lock/same-state
            return Math.max(before, after);
        }

        public boolean overlapsOk(Box other) {
            synchronized (this) {
                synchronized (other) {
                    return other.getLeft() <= getRight() && other.getRight() >= getLeft();
                }
            }
        }
    }

    /** A matter of style: the box is encapsulated, but its lock would not do if it were not. */
    public static class Picture {
        private final Box bounds = new Box(0, 10);

        public synchronized void stretchBad(double factor) {
            double width = bounds.getRight() - bounds.getLeft(); // expect-audit: reacquired-lock/same-state
            bounds.resize(width * factor); // expect-audit: reacquired-lock/dependent
        }
    }
}
