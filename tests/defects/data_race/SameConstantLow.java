// Whoever finds an error sets the flag to the same value; it is read after the joins.
class SameConstantLow {
    static boolean failed;

    public static void main(String[] arguments) throws InterruptedException {
        Checker[] checkers = new Checker[8];
        for (int i = 0; i < checkers.length; i++) {
            checkers[i] = new Checker(i);
            checkers[i].start();
        }
        for (Checker checker : checkers) {
            checker.join();
        }
        System.exit(failed ? 1 : 0);
    }
}

class Checker extends Thread {
    private final int number;

    Checker(int number) {
        this.number = number;
    }

    @Override
    public void run() {
        if (number * 7 % 3 == 1) {
            SameConstantLow.failed = true; // expect: data-race/no-read low
        }
    }
}
