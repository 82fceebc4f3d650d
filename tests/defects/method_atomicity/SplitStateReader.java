// The reader fetches width and height in two sections, while the writer sets both in one.
class SplitStateReader {
    static class Frame {
        private int width = 4;
        private int height = 3;

        synchronized void resize(int factor) {
            width = 4 * factor;
            height = 3 * factor;
        }

        synchronized int width() {
            return width;
        }

        synchronized int height() {
            return height;
        }
    }

    static final Frame FRAME = new Frame();

    public static void main(String[] arguments) {
        new Thread(() -> FRAME.resize(2)).start();
        new Thread(() -> System.out.println(area())).start();
    }

    static int area() {
        int width = FRAME.width();
        int height = FRAME.height();         // expect: method-atomicity/split-state
        return width * height;
    }
}
