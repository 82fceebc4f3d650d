// The state that the waiter tests is changed by a method that the notifying section calls.
import java.util.ArrayList;
import java.util.List;

class NotifyChangeInCallee {
    private final List<String> lines = new ArrayList<>();

    public static void main(String[] arguments) {
        NotifyChangeInCallee log = new NotifyChangeInCallee();
        new Thread(() -> log.drain()).start();
        new Thread(() -> log.write("started")).start();
    }

    synchronized void drain() {
        while (lines.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException e) {
                return;
            }
        }
        lines.clear();
    }

    synchronized void write(String line) {
        store(line);
        notifyAll();
    }

    private void store(String line) {
        lines.add(line);
    }
}
