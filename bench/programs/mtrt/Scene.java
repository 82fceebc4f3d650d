package mtrt;

import java.util.ArrayList;
import java.util.List;

final class Scene {
    private OctNode tree;
    private Vector3 light;
    private Vector3 eye;

    static Scene standard() {
        List<Shape> shapes = new ArrayList<>();
        int seed = 7;
        for (int i = 0; i < 160; i++) {
            double[] next = new double[4];
            for (int j = 0; j < next.length; j++) {
                seed = seed * 1103515245 + 12345;
                next[j] = (seed >>> 8) / (double) (1 << 24);
            }
            Vector3 at = new Vector3(next[0] * 20 - 10, next[1] * 12 - 6, next[2] * 20 + 10);
            if (i % 2 == 0) {
                shapes.add(new Sphere(at, 0.3 + next[3], next[2], next[0]));
            } else {
                shapes.add(new Triangle(at, at.plus(new Vector3(1.5, next[3], 0), 1),
                                        at.plus(new Vector3(0, 1.5, next[3]), 1), next[1], next[3]));
            }
        }
        Scene scene = new Scene();
        scene.tree = new OctNode(new Vector3(-13, -9, 8), new Vector3(13, 9, 33), shapes, 0);
        scene.light = new Vector3(-10, 20, -5);
        scene.eye = new Vector3(0, 0, -6);
        return scene;
    }

    OctNode getTree() {
        return tree;
    }

    Vector3 getLight() {
        return light;
    }

    Vector3 getEye() {
        return eye;
    }
}
