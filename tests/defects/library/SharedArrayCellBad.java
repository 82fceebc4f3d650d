// mode: library
// The array never changes, but the plain objects in it are shared by all threads.
@SharedArrayCellBad.ThreadSafe
public class SharedArrayCellBad {
    private final Cell[] cells = {new Cell(), new Cell()};

    public void count(boolean even) {
        cells[even ? 0 : 1].count++; // expect: data-race/unlocked
    }

    public int total() {
        return cells[0].count + cells[1].count;
    }

    private static class Cell {
        int count;
    }

    @interface ThreadSafe { }
}
