package mtrt;

abstract class Shape {
    private double red;
    private double shininess;

    Shape(double red, double shininess) {
        this.red = red;
        this.shininess = shininess;
    }

    double getRed() {
        return red;
    }

    double getShininess() {
        return shininess;
    }

    abstract void intersect(Ray ray, Intersection into);

    abstract Vector3 normalAt(Vector3 point);

    abstract Vector3 lowest();

    abstract Vector3 highest();
}
