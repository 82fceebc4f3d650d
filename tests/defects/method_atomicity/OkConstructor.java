// The object is set up in several sections by its constructor, before any other thread knows it.
class OkConstructor {
    private int width;
    private int height;

    OkConstructor() {
        setWidth(4);
        setHeight(width() * 2);
    }

    public static void main(String[] arguments) {
        OkConstructor frame = new OkConstructor();
        new Thread(() -> frame.scale(2)).start();
        new Thread(() -> frame.scale(3)).start();
    }

    private synchronized int width() {
        return width;
    }

    private synchronized void setWidth(int value) {
        width = value;
    }

    private synchronized void setHeight(int value) {
        height = value;
    }

    synchronized void scale(int factor) {
        width *= factor;
        height *= factor;
    }
}
