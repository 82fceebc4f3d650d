// Very many shared objects, and little memory to watch them with: the limit holds, the report says what was dropped, and
// what is found before is reported.
// variant: default options="--max-memory 8M" jvm="-Xmx256m" diagnostics="--max-memory" report="--max-memory was used up"
public class MemoryLimitBad {
    static final class Cell {
        int value;
        int more;
    }

    private int count;

    public static void main(String[] args) throws InterruptedException {
        MemoryLimitBad shared = new MemoryLimitBad();
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                shared.count++;  // expect: object-race MemoryLimitBad.count
                nap(2);
            }
        };
        Thread[] racers = {new Thread(work), new Thread(work)};
        for (Thread racer : racers) {
            racer.start();
        }
        for (Thread racer : racers) {
            racer.join();
        }
        Cell[] cells = new Cell[200_000];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cell();
            cells[i].value = i;
        }
        for (int round = 0; round < 3; round++) {
            Thread toucher = new Thread(() -> {
                for (Cell cell : cells) {
                    cell.value++;
                    cell.more += cell.value;
                }
            });
            toucher.start();
            toucher.join();
        }
        long sum = 0;
        for (Cell cell : cells) {
            sum += cell.more;
        }
        System.out.println(sum);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
