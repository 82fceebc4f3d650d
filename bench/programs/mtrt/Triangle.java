package mtrt;

final class Triangle extends Shape {
    private Vector3 corner;
    private Vector3 edgeOne;
    private Vector3 edgeTwo;
    private Vector3 normal;
    private Vector3 low;
    private Vector3 high;

    Triangle(Vector3 a, Vector3 b, Vector3 c, double red, double shininess) {
        super(red, shininess);
        corner = a;
        edgeOne = b.minus(a);
        edgeTwo = c.minus(a);
        normal = edgeOne.cross(edgeTwo).normalise();
        low = new Vector3(min(a.getX(), b.getX(), c.getX()), min(a.getY(), b.getY(), c.getY()),
                          min(a.getZ(), b.getZ(), c.getZ()));
        high = new Vector3(max(a.getX(), b.getX(), c.getX()), max(a.getY(), b.getY(), c.getY()),
                           max(a.getZ(), b.getZ(), c.getZ()));
    }

    private static double min(double a, double b, double c) {
        return Math.min(a, Math.min(b, c));
    }

    private static double max(double a, double b, double c) {
        return Math.max(a, Math.max(b, c));
    }

    @Override
    void intersect(Ray ray, Intersection into) {
        Vector3 p = ray.getDirection().cross(edgeTwo);
        double determinant = edgeOne.dot(p);
        if (Math.abs(determinant) < 1e-9) {
            return;
        }
        Vector3 from = ray.getOrigin().minus(corner);
        double u = from.dot(p) / determinant;
        if (u < 0 || u > 1) {
            return;
        }
        Vector3 q = from.cross(edgeOne);
        double v = ray.getDirection().dot(q) / determinant;
        if (v < 0 || u + v > 1) {
            return;
        }
        double at = edgeTwo.dot(q) / determinant;
        if (at > 1e-6) {
            into.offer(this, at);
        }
    }

    @Override
    Vector3 normalAt(Vector3 point) {
        return normal;
    }

    @Override
    Vector3 lowest() {
        return low;
    }

    @Override
    Vector3 highest() {
        return high;
    }
}
