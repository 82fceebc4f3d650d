package mtrt;

final class Sphere extends Shape {
    private Vector3 centre;
    private double radius;
    private double radiusSquared;

    Sphere(Vector3 centre, double radius, double red, double shininess) {
        super(red, shininess);
        this.centre = centre;
        this.radius = radius;
        this.radiusSquared = radius * radius;
    }

    @Override
    void intersect(Ray ray, Intersection into) {
        Vector3 towards = centre.minus(ray.getOrigin());
        double along = towards.dot(ray.getDirection());
        double under = radiusSquared - towards.dot(towards) + along * along;
        if (under < 0) {
            return;
        }
        double root = Math.sqrt(under);
        double at = along - root > 1e-6 ? along - root : along + root;
        if (at > 1e-6) {
            into.offer(this, at);
        }
    }

    @Override
    Vector3 normalAt(Vector3 point) {
        return point.minus(centre).normalise();
    }

    @Override
    Vector3 lowest() {
        return new Vector3(centre.getX() - radius, centre.getY() - radius, centre.getZ() - radius);
    }

    @Override
    Vector3 highest() {
        return new Vector3(centre.getX() + radius, centre.getY() + radius, centre.getZ() + radius);
    }
}
