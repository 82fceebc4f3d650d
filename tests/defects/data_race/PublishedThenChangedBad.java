// The object is in the concurrent map before its last field is written.
import java.util.concurrent.ConcurrentHashMap;

class PublishedThenChangedBad {
    static final ConcurrentHashMap<String, Price> PRICES = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        new Thread(() -> load("bread", 320)).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> show("bread")).start();
        }
    }

    private static void load(String name, int cents) {
        Price price = new Price(name);
        PRICES.put(name, price);
        price.cents = cents; // expect: data-race/unlocked
    }

    private static void show(String name) {
        Price price = PRICES.get(name);
        if (price != null && price.cents == 0) {
            throw new IllegalStateException(price.name);
        }
    }
}

class Price {
    final String name;
    int cents;

    Price(String name) {
        this.name = name;
    }
}
