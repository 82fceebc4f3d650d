// Objects are filled, then put into a concurrent map, and never changed again: readers find them complete.
import java.util.concurrent.ConcurrentHashMap;

class ConcurrentMapPublicationOk {
    static final ConcurrentHashMap<String, Price> PRICES = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        new Thread(() -> load("bread", 320)).start();
        new Thread(() -> load("milk", 110)).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> show("bread")).start();
        }
    }

    private static void load(String name, int cents) {
        Price price = new Price();
        price.cents = cents;
        price.currency = "EUR";
        PRICES.put(name, price);
    }

    private static void show(String name) {
        Price price = PRICES.get(name);
        if (price != null) {
            System.out.println(price.cents + price.currency);
        }
    }
}

class Price {
    int cents;
    String currency;
}
