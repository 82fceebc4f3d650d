// mode: library
// The constructor keeps a fresh object that its caller made: what the fresh frame holds is still owned.
@ConstructorParameterOk.ThreadSafe
public class ConstructorParameterOk {
    private volatile Frame shown = new Frame(new Size());

    public void show(int width, int height) {
        Size size = new Size();
        Frame frame = new Frame(size);
        frame.size.width = width;
        frame.size.height = height;
        shown = frame;
    }

    public int area() {
        Size size = shown.size;
        return size.width * size.height;
    }

    private static class Frame {
        final Size size;

        Frame(Size size) {
            this.size = size;
        }
    }

    private static class Size {
        int width;
        int height;
    }

    @interface ThreadSafe { }
}
