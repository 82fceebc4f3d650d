package shop;

import java.util.ArrayList;
import java.util.List;

/** Filled by the terminal that takes it, and finished by the one that delivers it. */
final class Order {
    private final List<OrderLine> lines = new ArrayList<>();
    private int total;
    private boolean delivered;

    void add(OrderLine line) {
        lines.add(line);
    }

    void price(Warehouse warehouse) {
        total = 0;
        for (OrderLine line : lines) {
            line.amount = warehouse.stock(line.item).take(line.quantity);
            total += line.amount;
        }
    }

    int deliver() {
        delivered = true;
        int sum = 0;
        for (OrderLine line : lines) {
            sum += line.amount;
        }
        return delivered && sum == total ? sum : 0;
    }
}
