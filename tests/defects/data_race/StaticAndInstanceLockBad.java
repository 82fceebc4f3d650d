// One method is static synchronized, the other is synchronized: they hold the class and the object.
class StaticAndInstanceLockBad {
    public static void main(String[] arguments) {
        Printer printer = new Printer();
        for (int i = 0; i < 2; i++) {
            new Thread(printer::feed).start();
            new Thread(Printer::refill).start();
        }
    }
}

class Printer {
    private static int sheets = 10;

    synchronized void feed() {
        sheets--; // expect: data-race/unlocked
    }

    static synchronized void refill() {
        sheets += 10;
    }
}
