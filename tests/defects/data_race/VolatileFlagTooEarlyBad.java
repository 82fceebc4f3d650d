// The volatile flag is set before the field that it should publish is written.
class VolatileFlagTooEarlyBad {
    public static void main(String[] arguments) {
        Catalog catalog = new Catalog();
        new Thread(catalog::load).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> System.out.println(catalog.average())).start();
        }
    }
}

class Catalog {
    private volatile boolean loaded;
    private int entries;

    void load() {
        loaded = true;
        entries = 12; // expect: data-race/unlocked
    }

    int average() {
        return loaded ? 120 / entries : 0;
    }
}
