// Only the event thread touches the model after the start.
import java.util.ArrayList;
import java.util.List;
import javax.swing.SwingUtilities;

class SwingOk {
    public static void main(String[] arguments) {
        Model model = new Model();
        SwingUtilities.invokeLater(() -> model.add("first"));
        new Thread(() -> {
            String text = "loaded";
            SwingUtilities.invokeLater(() -> model.add(text));
        }).start();
    }
}

class Model {
    private final List<String> rows = new ArrayList<>();
    private int selected;

    void add(String row) {
        rows.add(row);
        selected = rows.size() - 1;
    }
}
