// Program 3.1, the dining philosophers: the table is a monitor, and each philosopher's count is read after the join.
class Paper_3_1 {
    public static void main(String[] arguments) {
        int seats = 2;
        Table table = new Table(seats, 200);
        Philosopher[] philosophers = new Philosopher[seats];
        for (int i = 0; i < seats; i++) {
            philosophers[i] = new Philosopher(i, table);
            philosophers[i].start();
        }
        try {
            for (int i = 0; i < seats; i++) {
                philosophers[i].join();
                philosophers[i].report();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

class Table {
    private final boolean[] free;
    private int snacks;

    Table(int seats, int snacks) {
        this.snacks = snacks;
        free = new boolean[seats];
        for (int i = 0; i < seats; i++) {
            free[i] = true;
        }
    }

    synchronized boolean takeForks(int seat) throws InterruptedException {
        int next = (seat + 1) % free.length;
        while (!(free[seat] && free[next])) {
            wait();
        }
        if (snacks == 0) {
            notify();
            return false;
        }
        snacks--;
        free[seat] = free[next] = false;
        return true;
    }

    synchronized void putForks(int seat) {
        free[seat] = free[(seat + 1) % free.length] = true;
        notify();
    }
}

class Philosopher extends Thread {
    private final int seat;
    private final Table table;
    private int eaten;

    Philosopher(int seat, Table table) {
        this.seat = seat;
        this.table = table;
    }

    @Override
    public void run() {
        try {
            while (table.takeForks(seat)) {
                sleep((int) (Math.random() * 5));
                eaten++;
                table.putForks(seat);
            }
        } catch (InterruptedException stopped) {
            interrupt();
        }
    }

    void report() {
        System.out.println("Philosopher " + seat + " ate " + eaten + " snacks.");
    }
}
