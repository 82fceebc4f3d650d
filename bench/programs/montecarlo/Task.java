package montecarlo;

final class Task extends Universal {
    private int number;
    private long seed;

    Task(int number, long seed) {
        this.number = number;
        this.seed = seed;
    }

    int number() {
        return number;
    }

    long seed() {
        return seed;
    }
}
