// mode: library
// Fresh objects in a fresh array belong to the method that made them.
@FreshInArrayOk.ThreadSafe
public class FreshInArrayOk {
    public int[] countLetters(String text) {
        Cell[] cells = new Cell[26];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell();
        }
        for (char letter : text.toLowerCase().toCharArray()) {
            if (letter >= 'a' && letter <= 'z') {
                cells[letter - 'a'].count++;
            }
        }
        int[] counts = new int[26];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = cells[i].count;
        }
        return counts;
    }

    private static class Cell {
        int count;
    }

    @interface ThreadSafe { }
}
