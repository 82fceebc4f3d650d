// A thread of the program changes the model directly, the event thread as well.
import javax.swing.SwingUtilities;

class SwingBad {
    public static void main(String[] arguments) {
        Model model = new Model();
        SwingUtilities.invokeLater(() -> model.scroll(1));
        new Thread(() -> model.scroll(10)).start();
    }
}

class Model {
    private int firstRow;

    void scroll(int rows) {
        firstRow = Math.max(0, firstRow + rows); // expect: data-race/unlocked
    }
}
