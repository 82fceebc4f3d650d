package raytracer;

final class Ray {
    Vec origin;
    Vec direction;

    Ray(Vec origin, Vec direction) {
        this.origin = origin;
        this.direction = direction;
        this.direction.normalise();
    }

    Ray() {
        origin = new Vec();
        direction = new Vec();
    }

    Vec point(double at) {
        return new Vec(origin.x + direction.x * at, origin.y + direction.y * at, origin.z + direction.z * at);
    }
}
