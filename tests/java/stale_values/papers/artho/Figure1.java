package papers.artho;

/** Figure 1: a high-level data race, which is another check's; no value leaves its block. */
class Figure1 {
    static class Coord {
        int x;
        int y;
    }

    private final Object lock = new Object();
    private final Coord coord = new Coord();

    public void swapOk() {
        int oldX;
        synchronized (lock) {
            oldX = coord.x;
            coord.x = coord.y; // swap X
            coord.y = oldX; // swap Y
        }
    }

    public void resetOk() {
        synchronized (lock) {
            coord.x = 0;
        } // inconsistent state (0, y)
        synchronized (lock) {
            coord.y = 0;
        }
    }
}
