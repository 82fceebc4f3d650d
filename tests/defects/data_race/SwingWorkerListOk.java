// The worker collects in the background, in a list of its own, and shows what it has found when it is done.
import java.util.LinkedList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.SwingWorker;

class SwingWorkerListOk {
    public static void main(String[] arguments) {
        JButton button = new JButton("load");
        button.addActionListener(event -> load(button.getText()));
        load("first");
    }

    static void load(String name) {
        SwingWorker<Void, Void> worker = new SwingWorker<Void, Void>() {
            private final List<String> found = new LinkedList<>();

            @Override
            protected Void doInBackground() {
                for (int i = 0; i < 10; i++) {
                    found.add(name + i);
                }
                return null;
            }

            @Override
            protected void done() {
                for (String each : found) {
                    System.out.println(each);
                }
            }
        };
        worker.execute();
    }
}
