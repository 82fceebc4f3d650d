// Elements made by main, changed by a parallel stream, read by main.
// variant: default
import java.util.ArrayList;
import java.util.List;

public class ParallelStreamOk {
    static final class Cell {
        int value;
    }

    public static void main(String[] args) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            cells.add(new Cell());
        }
        long sum = 0;
        for (int round = 0; round < 20; round++) {
            for (Cell cell : cells) {
                cell.value++;
            }
            cells.parallelStream().forEach(cell -> cell.value *= 2);
            sum += cells.parallelStream().mapToInt(cell -> cell.value).asLongStream().sum();
            for (Cell cell : cells) {
                cell.value %= 100;
            }
        }
        System.out.println(sum);
    }
}
