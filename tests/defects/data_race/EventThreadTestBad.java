// The test for the event thread guards the wrong side.
import java.util.ArrayList;
import java.util.List;
import javax.swing.SwingUtilities;

class EventThreadTestBad {
    static final List<String> LINES = new ArrayList<>();

    static void show(String line) {
        if (SwingUtilities.isEventDispatchThread()) {
            System.out.println(line);
            return;
        }
        LINES.add(line); // expect: data-race/unsafe-object
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            String name = "worker " + i;
            new Thread(() -> show(name)).start();
        }
        SwingUtilities.invokeLater(() -> System.out.println(LINES.size()));
    }
}
