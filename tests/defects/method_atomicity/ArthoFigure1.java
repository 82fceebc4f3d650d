// Artho's figure 1: swap treats x and y together, reset in two sections; swap can run between them.
class ArthoFigure1 {
    private final Object lock = new Object();
    private int x = 1;
    private int y = 2;

    public static void main(String[] arguments) {
        ArthoFigure1 pair = new ArthoFigure1();
        new Thread(() -> pair.swap()).start();
        new Thread(() -> pair.reset()).start();
    }

    void swap() {
        synchronized (lock) {
            int oldX = x;
            x = y;
            y = oldX;
        }
    }

    void reset() {
        synchronized (lock) {
            x = 0;
        }
        synchronized (lock) {                // expect: method-atomicity/split-state
            y = 0;
        }
    }
}
