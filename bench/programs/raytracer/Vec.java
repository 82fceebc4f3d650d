package raytracer;

/** A vector with open fields; most operations write into an object that is there already. */
final class Vec {
    double x;
    double y;
    double z;

    Vec(double x, double y, double z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    Vec() {
    }

    static double dot(Vec a, Vec b) {
        return a.x * b.x + a.y * b.y + a.z * b.z;
    }

    static Vec sub(Vec a, Vec b) {
        return new Vec(a.x - b.x, a.y - b.y, a.z - b.z);
    }

    static Vec adds(double factor, Vec a, Vec b) {
        return new Vec(factor * a.x + b.x, factor * a.y + b.y, factor * a.z + b.z);
    }

    static Vec comb(double f, Vec a, double g, Vec b) {
        return new Vec(f * a.x + g * b.x, f * a.y + g * b.y, f * a.z + g * b.z);
    }

    void scale(double factor) {
        x *= factor;
        y *= factor;
        z *= factor;
    }

    void sub2(Vec a, Vec b) {
        this.x = a.x - b.x;
        this.y = a.y - b.y;
        this.z = a.z - b.z;
    }

    double normalise() {
        double length = Math.sqrt(x * x + y * y + z * z);
        if (length > 0) {
            x /= length;
            y /= length;
            z /= length;
        }
        return length;
    }
}
