// Artho's figure 1 repaired: both methods treat x and y in one critical section.
class ArthoFigure1Repaired {
    private final Object lock = new Object();
    private int x = 1;
    private int y = 2;

    public static void main(String[] arguments) {
        ArthoFigure1Repaired pair = new ArthoFigure1Repaired();
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
            y = 0;
        }
    }
}
