package raytracer;

/** The part of the picture that a thread renders: rows from, from + step, … */
final class Interval {
    int width;
    int height;
    int from;
    int step;

    Interval(int width, int height, int from, int step) {
        this.width = width;
        this.height = height;
        this.from = from;
        this.step = step;
    }
}
