package mtrt;

final class Ray {
    private Vector3 origin;
    private Vector3 direction;
    private double inverseX;
    private double inverseY;
    private double inverseZ;

    Ray(Vector3 origin, Vector3 direction) {
        this.origin = origin;
        this.direction = direction;
        this.inverseX = 1 / direction.getX();
        this.inverseY = 1 / direction.getY();
        this.inverseZ = 1 / direction.getZ();
    }

    Vector3 getOrigin() {
        return origin;
    }

    Vector3 getDirection() {
        return direction;
    }

    double getInverseX() {
        return inverseX;
    }

    double getInverseY() {
        return inverseY;
    }

    double getInverseZ() {
        return inverseZ;
    }

    Vector3 at(double distance) {
        return origin.plus(direction, distance);
    }
}
