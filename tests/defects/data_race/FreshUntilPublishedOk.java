// The order is filled by three methods before it goes into the locked list; afterwards it is only read.
import java.util.ArrayList;
import java.util.List;

class FreshUntilPublishedOk {
    public static void main(String[] arguments) {
        Shop shop = new Shop();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> shop.order("book", 2)).start();
            new Thread(() -> System.out.println(shop.value())).start();
        }
    }
}

class Order {
    String article;
    int pieces;
    int cents;
}

class Shop {
    private final List<Order> orders = new ArrayList<>();

    void order(String article, int pieces) {
        Order order = create(article);
        fill(order, pieces);
        order.cents = pieces * 100;
        synchronized (orders) {
            orders.add(order);
        }
    }

    private static Order create(String article) {
        Order order = new Order();
        order.article = article;
        return order;
    }

    private static void fill(Order order, int pieces) {
        order.pieces = pieces;
    }

    int value() {
        int sum = 0;
        synchronized (orders) {
            for (Order order : orders) {
                sum += order.cents * order.pieces + order.article.length();
            }
        }
        return sum;
    }
}
