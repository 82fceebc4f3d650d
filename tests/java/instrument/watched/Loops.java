package watched;

/** Loops that are asked about before they start, and loops that are not; calls that are calm, and calls that are not. */
final class Loops {
    static int limit = 3;
    int count;
    double[][] rows;
    int[] numbers;
    boolean stop;
    volatile int shared;

    double row(int i) {
        double sum = 0;
        for (int j = 0; j < count; j++) sum += rows[i][j] + rows[i][j + 1];
        return sum;
    }

    int foreign(Loops other, int[] given) {
        int sum = 0;
        for (int i = 0; i < given.length; i++) sum += other.count + given[i] + limit;
        return sum;
    }

    /** The array that is worked on is another one in every turn. */
    double variable() {
        double sum = 0;
        for (int i = 0; i < count; i++) sum += rows[i][0];
        return sum;
    }

    /** Might wait for another thread. */
    int waits() {
        int turns = 0;
        while (!stop) turns++;
        return turns;
    }

    int calls(int[] given) {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += given[i] + hashCode();
        return sum;
    }

    int volatiles(int[] given) {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += given[i] + shared;
        return sum;
    }

    /** The field is set in the loop. */
    int changes() {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += numbers[i];
            numbers = new int[i];
        }
        return sum;
    }

    /** The jump over the assignment leads into the loop. */
    int entered(boolean yes, int[] given) {
        int i = 0;
        if (yes) i = 1;
        while (i < count) i += given[i];
        return i;
    }

    int nested(int[] given) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) sum += given[j] + count;
        }
        return sum;
    }

    int getCount() {
        return count;
    }

    int calm(Loops other) {
        return count + other.getCount() + count;
    }

    int setsBetween(Loops other) {
        int[] before = numbers;
        other.set(before);
        return before.length + numbers.length;
    }

    private void set(int[] given) {
        numbers = given;
    }

    int notCalm(Loops other) {
        return count + other.locks() + count;
    }

    private int locks() {
        return readShared() + 1;
    }

    private int readShared() {
        return shared;
    }
}
