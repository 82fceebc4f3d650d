package mtrt;

/** The nearest hit of a ray so far. Each thread has its own. */
final class Intersection {
    private Shape shape;
    private double distance;

    void clear() {
        shape = null;
        distance = Double.MAX_VALUE;
    }

    void offer(Shape candidate, double at) {
        if (at < distance) {
            shape = candidate;
            distance = at;
        }
    }

    Shape getShape() {
        return shape;
    }

    double getDistance() {
        return distance;
    }
}
