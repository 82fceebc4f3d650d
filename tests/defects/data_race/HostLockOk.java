// The list and the statistics belong to one inventory, and every method of the inventory holds its lock.
import java.util.ArrayList;
import java.util.List;

class HostLockOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            Inventory inventory = new Inventory();
            new Thread(() -> inventory.add("nail")).start();
            new Thread(() -> inventory.add("screw")).start();
        }
    }
}

class Inventory {
    private final List<String> items = new ArrayList<>();
    private final Statistics statistics = new Statistics();

    synchronized void add(String item) {
        items.add(item);
        statistics.additions++;
        statistics.last = item;
    }
}

class Statistics {
    int additions;
    String last;
}
