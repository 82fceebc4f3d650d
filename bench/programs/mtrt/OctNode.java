package mtrt;

import java.util.ArrayList;
import java.util.List;

/** A cube of space: shapes that touch it, or eight smaller cubes. Built once, then only read. */
final class OctNode {
    private static final int MOST_SHAPES = 8;
    private static final int DEEPEST = 5;
    private Vector3 low;
    private Vector3 high;
    private Shape[] shapes;
    private OctNode[] children;

    OctNode(Vector3 low, Vector3 high, List<Shape> candidates, int depth) {
        this.low = low;
        this.high = high;
        List<Shape> inside = new ArrayList<>();
        for (Shape shape : candidates) {
            if (touches(shape)) {
                inside.add(shape);
            }
        }
        if (inside.size() <= MOST_SHAPES || depth == DEEPEST) {
            shapes = inside.toArray(new Shape[0]);
            return;
        }
        children = new OctNode[8];
        double x = (low.getX() + high.getX()) / 2;
        double y = (low.getY() + high.getY()) / 2;
        double z = (low.getZ() + high.getZ()) / 2;
        for (int i = 0; i < 8; i++) {
            Vector3 from = new Vector3((i & 1) == 0 ? low.getX() : x, (i & 2) == 0 ? low.getY() : y,
                                       (i & 4) == 0 ? low.getZ() : z);
            Vector3 to = new Vector3((i & 1) == 0 ? x : high.getX(), (i & 2) == 0 ? y : high.getY(),
                                     (i & 4) == 0 ? z : high.getZ());
            children[i] = new OctNode(from, to, inside, depth + 1);
        }
    }

    private boolean touches(Shape shape) {
        Vector3 from = shape.lowest();
        Vector3 to = shape.highest();
        return from.getX() <= high.getX() && to.getX() >= low.getX() && from.getY() <= high.getY()
            && to.getY() >= low.getY() && from.getZ() <= high.getZ() && to.getZ() >= low.getZ();
    }

    void intersect(Ray ray, Intersection into) {
        if (!hitBy(ray, into.getDistance())) {
            return;
        }
        if (children == null) {
            for (int i = 0; i < shapes.length; i++) {
                shapes[i].intersect(ray, into);
            }
            return;
        }
        for (int i = 0; i < 8; i++) {
            children[i].intersect(ray, into);
        }
    }

    private boolean hitBy(Ray ray, double nearest) {
        Vector3 origin = ray.getOrigin();
        double one = (low.getX() - origin.getX()) * ray.getInverseX();
        double two = (high.getX() - origin.getX()) * ray.getInverseX();
        double enter = Math.min(one, two);
        double leave = Math.max(one, two);
        one = (low.getY() - origin.getY()) * ray.getInverseY();
        two = (high.getY() - origin.getY()) * ray.getInverseY();
        enter = Math.max(enter, Math.min(one, two));
        leave = Math.min(leave, Math.max(one, two));
        one = (low.getZ() - origin.getZ()) * ray.getInverseZ();
        two = (high.getZ() - origin.getZ()) * ray.getInverseZ();
        enter = Math.max(enter, Math.min(one, two));
        leave = Math.min(leave, Math.max(one, two));
        return leave >= Math.max(enter, 0) && enter <= nearest;
    }
}
