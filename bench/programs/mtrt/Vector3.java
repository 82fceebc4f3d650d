package mtrt;

final class Vector3 {
    private double x;
    private double y;
    private double z;

    Vector3(double x, double y, double z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    double getX() {
        return x;
    }

    double getY() {
        return y;
    }

    double getZ() {
        return z;
    }

    double dot(Vector3 other) {
        return x * other.getX() + y * other.getY() + z * other.getZ();
    }

    Vector3 minus(Vector3 other) {
        return new Vector3(x - other.getX(), y - other.getY(), z - other.getZ());
    }

    Vector3 plus(Vector3 other, double times) {
        return new Vector3(x + times * other.getX(), y + times * other.getY(), z + times * other.getZ());
    }

    Vector3 cross(Vector3 other) {
        return new Vector3(y * other.getZ() - z * other.getY(), z * other.getX() - x * other.getZ(),
                           x * other.getY() - y * other.getX());
    }

    Vector3 normalise() {
        double length = Math.sqrt(x * x + y * y + z * z);
        if (length > 0) {
            x /= length;
            y /= length;
            z /= length;
        }
        return this;
    }
}
