// A model that only the event thread makes and uses: one thread, whatever there is besides.
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

class OwnEventThread {
    public static void main(String[] arguments) {
        SwingUtilities.invokeLater(() -> new Window().open()); // thread: lambda@9 one event serial
        //^ object Window: !shared
        new Thread(() -> System.out.println("other")).start(); // thread: lambda@11 one thread
    }
}

class Window {
    private final List<String> lines = new ArrayList<>();
    private int clicks;

    void open() {
        lines.add("opened"); // access: unshared
        clicks = 0; // access: unshared
        JButton button = new JButton("click");
        button.addActionListener(event -> clicks++); // thread: lambda@23 one event serial
        //^ access clicks: unshared
    }
}
