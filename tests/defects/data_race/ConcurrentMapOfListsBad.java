// The map is concurrent, but the lists in it are not, and several threads add to the list of one key.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

class ConcurrentMapOfListsBad {
    static final ConcurrentHashMap<String, List<String>> ORDERS = new ConcurrentHashMap<>();

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> order("Ada", "book")).start();
        }
    }

    private static void order(String customer, String article) {
        List<String> orders = ORDERS.computeIfAbsent(customer, key -> new ArrayList<>());
        orders.add(article); // expect: data-race/unsafe-object
    }
}
