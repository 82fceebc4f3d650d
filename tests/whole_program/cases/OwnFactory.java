// What a factory returns is as fresh as it was in the factory.
class OwnFactory {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Point {
    int x;
    int y;

    static Point of(int x, int y) {
        Point point = new Point(); // object: !shared !global
        point.x = x; // access: unshared
        point.y = y; // access: unshared
        return point;
    }

    static Point mirrored(int x, int y) {
        Point point = of(y, x);
        point.x = -point.x; // access: unshared
        return point;
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Point point = Point.mirrored(1, 2);
        point.x++; // access: unshared
        System.out.println(point.x + point.y); // access: unshared
    }
}
