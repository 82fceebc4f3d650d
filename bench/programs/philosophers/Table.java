package philosophers;

/** Forks lie between the plates; who wants both waits for both. */
final class Table {
    private final boolean[] taken;
    private int meals;

    Table(int plates) {
        taken = new boolean[plates];
    }

    synchronized void takeForks(int plate) throws InterruptedException {
        while (taken[plate] || taken[right(plate)]) {
            wait();
        }
        taken[plate] = true;
        taken[right(plate)] = true;
    }

    synchronized void putForks(int plate) {
        taken[plate] = false;
        taken[right(plate)] = false;
        meals++;
        notifyAll();
    }

    synchronized int meals() {
        return meals;
    }

    private int right(int plate) {
        return (plate + 1) % taken.length;
    }
}
