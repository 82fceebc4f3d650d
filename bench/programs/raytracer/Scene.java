package raytracer;

/** Four by four by four spheres and five lights. */
final class Scene {
    Sphere[] spheres;
    Light[] lights;
    Vec eye;

    static Scene standard() {
        Scene scene = new Scene();
        scene.spheres = new Sphere[64];
        int next = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                for (int k = 0; k < 4; k++) {
                    Sphere sphere = new Sphere(new Vec(20.0 / 3 * i - 10, 20.0 / 3 * j - 10, 20.0 / 3 * k - 10), 2.5);
                    sphere.surface.colour = new Vec(i / 3.0, j / 3.0, k / 3.0);
                    sphere.surface.shine = 15 - next % 5;
                    scene.spheres[next++] = sphere;
                }
            }
        }
        scene.lights = new Light[] {new Light(new Vec(100, 100, -50), 1), new Light(new Vec(-100, 100, -50), 0.8),
                                    new Light(new Vec(100, -100, -50), 0.8), new Light(new Vec(-100, -100, -50), 1),
                                    new Light(new Vec(200, 200, 0), 0.5)};
        scene.eye = new Vec(0, 0, -30);
        return scene;
    }
}
