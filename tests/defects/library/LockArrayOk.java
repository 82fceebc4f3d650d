// mode: library
// Each cell has a lock of its own, which every access to it takes.
public class LockArrayOk {
    private final Cell[] cells = {new Cell(), new Cell(), new Cell(), new Cell()};

    public void add(int key, int n) {
        Cell cell = cells[key & 3];
        synchronized (cell.lock) {
            cell.sum += n;
        }
    }

    public int sum() {
        int sum = 0;
        for (Cell cell : cells) {
            synchronized (cell.lock) {
                sum += cell.sum;
            }
        }
        return sum;
    }

    private static class Cell {
        final Object lock = new Object();
        int sum;
    }
}
