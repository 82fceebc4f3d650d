package philosophers;

final class Philosopher extends Thread {
    private final int plate;
    private final int snacks;
    private final Table table;
    private int eaten;
    private long thoughts;

    Philosopher(int plate, int snacks, Table table) {
        super("philosopher-" + plate);
        this.plate = plate;
        this.snacks = snacks;
        this.table = table;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < snacks; i++) {
                think();
                table.takeForks(plate);
                eaten++;
                table.putForks(plate);
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    private void think() {
        for (int i = 0; i < 500; i++) {
            thoughts = thoughts * 31 + i;
        }
    }

    int eaten() {
        return eaten;  // expect lockset: object-race philosophers.Philosopher.eaten
    }
}
