// What Swing calls in a component and in its model is run by the event thread, wherever the component was handed over.
// parallel: event event no (one event thread)
// parallel: event lambda@17 yes
import java.awt.Graphics;
import java.util.HashMap;
import java.util.Map;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.JTable;
import javax.swing.SwingUtilities;
import javax.swing.table.AbstractTableModel;

class OwnComponent {
    public static void main(String[] arguments) {
        SwingUtilities.invokeLater(() -> new Frame().open()); // thread: lambda@15 one event serial
        Feed feed = new Feed(); // object: shared
        new Thread(() -> feed.prices++).start(); // thread: lambda@17 one thread
        //^ access prices: threads=lambda@17 locks=none
        SwingUtilities.invokeLater(() -> new Frame().show(feed)); // thread: lambda@19 one event serial
    }
}

class Feed {
    int prices;
}

class Frame extends JFrame {
    void open() {
        Board board = new Board(); // object: !shared
        add(board);
        add(new JTable(new Rows())); // object Rows: !shared
    }

    void show(Feed feed) {
        add(new Quotes(feed)); // object Quotes: !shared
    }
}

class Board extends JPanel {
    private final Map<String, Integer> widths = new HashMap<>(); // object: !shared
    private int painted;

    @Override
    protected void paintComponent(Graphics graphics) {
        if (!widths.containsKey("a")) { // access: unshared
            widths.put("a", painted++); // access: unshared
        }
    }
}

class Rows extends AbstractTableModel {
    private int asked;

    @Override
    public int getRowCount() {
        return asked++; // access: unshared
    }

    @Override
    public int getColumnCount() {
        return 1;
    }

    @Override
    public Object getValueAt(int row, int column) {
        return asked; // access: unshared
    }
}

class Quotes extends JPanel {
    private final Feed feed;

    Quotes(Feed feed) {
        this.feed = feed;
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        graphics.drawString("" + feed.prices, 0, 0); // access prices: threads=event locks=none
    }
}
