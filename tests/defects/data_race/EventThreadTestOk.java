// What runs behind a test for the event thread runs in the event thread, whoever has called it.
import java.util.ArrayList;
import java.util.List;
import javax.swing.SwingUtilities;

class EventThreadTestOk {
    static final List<String> LINES = new ArrayList<>();

    static void inEventThread(Runnable step) {
        if (SwingUtilities.isEventDispatchThread()) {
            step.run();
        } else {
            SwingUtilities.invokeLater(step);
        }
    }

    static void show(String line) {
        if (!SwingUtilities.isEventDispatchThread()) {
            SwingUtilities.invokeLater(() -> show(line));
            return;
        }
        LINES.add(line);
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            String name = "worker " + i;
            new Thread(() -> {
                inEventThread(() -> LINES.add(name));
                show(name);
            }).start();
        }
        SwingUtilities.invokeLater(() -> System.out.println(LINES.size()));
    }
}
