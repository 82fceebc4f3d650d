package raytracer;

final class Sphere {
    final Surface surface = new Surface();
    Vec centre;
    double radius;
    double radiusSquared;
    private Vec towards = new Vec();

    Sphere(Vec centre, double radius) {
        this.centre = centre;
        this.radius = radius;
        this.radiusSquared = radius * radius;
    }

    /** The distance to the hit, or a negative number. */
    double intersect(Ray ray) {
        towards.sub2(centre, ray.origin);
        double along = Vec.dot(towards, ray.direction);
        double under = radiusSquared - Vec.dot(towards, towards) + along * along;
        if (under < 0) {
            return -1;
        }
        double root = Math.sqrt(under);
        double at = along - root > 1e-6 ? along - root : along + root;
        return at > 1e-6 ? at : -1;
    }

    Vec normal(Vec at) {
        Vec result = Vec.sub(at, centre);
        result.normalise();
        return result;
    }
}
