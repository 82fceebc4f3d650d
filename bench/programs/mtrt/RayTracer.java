package mtrt;

final class RayTracer extends Thread {
    private static final boolean FIXED = Boolean.getBoolean("fixed");
    private static final int DEEPEST = 3;
    private static int threadCount;

    private final Scene scene;
    private final Canvas canvas;
    private final int first;
    private final int last;
    private final Intersection hit = new Intersection();
    private final Intersection shadow = new Intersection();
    private long rays;

    RayTracer(String name, Scene scene, Canvas canvas, int first, int last) {
        super(name);
        this.scene = scene;
        this.canvas = canvas;
        this.first = first;
        this.last = last;
    }

    @Override
    public void run() {
        count(1);
        render();
        count(-1);
    }

    private static void count(int by) {
        if (FIXED) {
            synchronized (RayTracer.class) {
                threadCount += by;
            }
        } else {
            threadCount += by;  // expect default,lockset: object-race mtrt.RayTracer.threadCount
        }
    }

    private void render() {
        int width = canvas.width();
        int height = canvas.height();
        for (int y = first; y < last; y++) {
            for (int x = 0; x < width; x++) {
                Vector3 direction =
                    new Vector3((x - width / 2) / (double) width, (height / 2 - y) / (double) width, 0.6);
                canvas.write(x, y, trace(new Ray(scene.getEye(), direction.normalise()), 0));
            }
        }
    }

    private double trace(Ray ray, int depth) {
        rays++;
        hit.clear();
        scene.getTree().intersect(ray, hit);
        Shape shape = hit.getShape();
        if (shape == null) {
            return 0.1;
        }
        Vector3 point = ray.at(hit.getDistance());
        Vector3 normal = shape.normalAt(point);
        Vector3 toLight = scene.getLight().minus(point).normalise();
        double brightness = 0.1;
        if (!inShadow(new Ray(point, toLight))) {
            brightness += shape.getRed() * Math.max(0, normal.dot(toLight));
        }
        if (depth < DEEPEST && shape.getShininess() > 0.2) {
            double along = -2 * normal.dot(ray.getDirection());
            Ray mirrored = new Ray(point, ray.getDirection().plus(normal, along).normalise());
            brightness += shape.getShininess() * 0.4 * trace(mirrored, depth + 1);
        }
        return brightness;
    }

    private boolean inShadow(Ray ray) {
        shadow.clear();
        scene.getTree().intersect(ray, shadow);
        return shadow.getShape() != null;
    }

    long rays() {
        return rays;  // expect lockset: object-race mtrt.RayTracer.rays
    }
}
