package raytracer;

final class RayTracer {
    private static final int DEEPEST = 4;
    private final Scene scene;
    private final Ray shadowRay = new Ray();
    private Sphere nearest;
    private double nearestAt;

    RayTracer(Scene scene) {
        this.scene = scene;
    }

    long render(Interval interval) {
        long checksum = 0;
        for (int y = interval.from; y < interval.height; y += interval.step) {
            double down = 2.0 * y / interval.height - 1;
            for (int x = 0; x < interval.width; x++) {
                double across = 2.0 * x / interval.width - 1;
                Vec colour = trace(0, 1, new Ray(scene.eye, new Vec(across * 12, -down * 12, 25)));
                int red = (int) Math.min(255, colour.x * 255);
                int green = (int) Math.min(255, colour.y * 255);
                int blue = (int) Math.min(255, colour.z * 255);
                checksum += red + green + blue;
            }
        }
        return checksum;
    }

    private boolean find(Ray ray, double within) {
        nearest = null;
        nearestAt = within;
        for (int i = 0; i < scene.spheres.length; i++) {
            double at = scene.spheres[i].intersect(ray);
            if (at > 0 && at < nearestAt) {
                nearestAt = at;
                nearest = scene.spheres[i];
            }
        }
        return nearest != null;
    }

    private boolean shadowed(Vec point, Vec towards, double within) {
        shadowRay.origin = point;
        shadowRay.direction = towards;
        for (int i = 0; i < scene.spheres.length; i++) {
            double at = scene.spheres[i].intersect(shadowRay);
            if (at > 0 && at < within) {
                return true;
            }
        }
        return false;
    }

    private Vec trace(int depth, double weight, Ray ray) {
        if (!find(ray, 1e6)) {
            return new Vec();
        }
        Sphere sphere = nearest;
        Vec point = ray.point(nearestAt);
        Vec normal = sphere.normal(point);
        return shade(depth, weight, point, normal, ray.direction, sphere.surface);
    }

    private Vec shade(int depth, double weight, Vec point, Vec normal, Vec direction, Surface surface) {
        Vec colour = new Vec();
        double turned = Vec.dot(direction, normal);
        Vec reflected = Vec.comb(1, direction, -2 * turned, normal);
        for (int i = 0; i < scene.lights.length; i++) {
            Light light = scene.lights[i];
            Vec towards = Vec.sub(light.position, point);
            double facing = Vec.dot(normal, towards);
            if (facing <= 0) {
                continue;
            }
            double distance = towards.normalise();
            if (shadowed(point, towards, distance)) {
                continue;
            }
            facing = Vec.dot(normal, towards);
            double bright = surface.diffuse * facing * light.brightness;
            colour.x += bright * surface.colour.x;
            colour.y += bright * surface.colour.y;
            colour.z += bright * surface.colour.z;
            double shine = Vec.dot(reflected, towards);
            if (shine > 1e-6) {
                double highlight = Math.pow(shine, surface.shine) * light.brightness * 0.3;
                colour.x += highlight;
                colour.y += highlight;
                colour.z += highlight;
            }
        }
        double passed = surface.specular * weight;
        if (passed > 0.01 && depth < DEEPEST) {
            Vec mirrored = trace(depth + 1, passed, new Ray(point, reflected));
            mirrored.scale(surface.specular);
            colour = Vec.adds(1, mirrored, colour);
        }
        return colour;
    }
}
