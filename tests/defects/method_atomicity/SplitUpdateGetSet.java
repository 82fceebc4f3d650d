// A client reads the temperature with one synchronized call and writes it back with another.
class SplitUpdateGetSet {
    static class Oven {
        private int temperature;

        synchronized int get() {
            return temperature;
        }

        synchronized void set(int value) {
            temperature = value;
        }
    }

    static final Oven OVEN = new Oven();

    public static void main(String[] arguments) {
        new Thread(SplitUpdateGetSet::heat).start();
        new Thread(SplitUpdateGetSet::heat).start();
    }

    static void heat() {
        int now = OVEN.get();
        OVEN.set(now + 10);                  // expect: method-atomicity/split-update
    }
}
