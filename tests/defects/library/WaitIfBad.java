// mode: library
// The condition is tested once: after a spurious or a stolen wake-up the queue may be empty.
import java.util.ArrayDeque;

public class WaitIfBad {
    private final ArrayDeque<String> items = new ArrayDeque<>();

    public synchronized void put(String item) {
        items.addLast(item);
        notifyAll();
    }

    public synchronized String take() throws InterruptedException {
        if (items.isEmpty()) {
            wait(); // expect: deadlock/wait-not-in-loop
        }
        return items.removeFirst();
    }
}
