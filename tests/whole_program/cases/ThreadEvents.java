// Swing's event thread runs one thing after the other; main is another thread.
// parallel: lambda@12 lambda@15 no (one event thread)
// parallel: lambda@12 lambda@12 no (one event thread)
// parallel: main lambda@12 yes
import javax.swing.JButton;
import javax.swing.SwingUtilities;

class ThreadEvents {
    public static void main(String[] arguments) {
        Panel panel = new Panel(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            SwingUtilities.invokeLater(() -> panel.repaints++); // thread: lambda@12 many event serial
            //^ access repaints: threads=lambda@12 locks=none
        }
        SwingUtilities.invokeLater(() -> panel.show()); // thread: lambda@15 one event serial
        panel.repaints++; // access repaints: threads=main locks=none
    }
}

class Panel {
    int repaints;
    private int clicks;

    void show() {
        repaints++; // access: threads=lambda@15 locks=none
        JButton button = new JButton("click");
        button.addActionListener(event -> clicks++); // thread: lambda@27 one event serial
    }
}
