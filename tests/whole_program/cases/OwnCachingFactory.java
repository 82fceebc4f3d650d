// A factory that keeps what it returns: not fresh, and shared.
class OwnCachingFactory {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Point {
    private static Point last; // what of() has made
    int x;

    static synchronized Point of(int x) {
        if (last == null) { // access: threads=Worker.run locks=class Point
            Point point = new Point(); // object: global shared escape !unique
            point.x = x; // access: unshared
            last = point; // access: threads=Worker.run locks=class Point
        }
        return last; // access: threads=Worker.run locks=class Point
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Point point = Point.of(1);
        point.x++; // access: threads=Worker.run locks=none
    }
}
