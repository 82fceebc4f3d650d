// mode: library
// The lambda runs while the caller of forEach holds the lock.
import java.util.ArrayList;
import java.util.List;

public class LambdaNowOk {
    private final List<Integer> items = new ArrayList<>();
    private int total;

    public synchronized void add(int item) {
        items.add(item);
    }

    public synchronized int total() {
        total = 0;
        items.forEach(item -> total += item);
        return total;
    }
}
