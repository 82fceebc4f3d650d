// mode: library
// The field is used on the event thread only, whoever calls the public methods.
import javax.swing.SwingUtilities;

@SwingConfinedOk.ThreadSafe
public class SwingConfinedOk {
    private String title = "";
    private int changes;

    public void setTitle(String newTitle) {
        SwingUtilities.invokeLater(() -> {
            title = newTitle;
            changes++;
        });
    }

    public void print() {
        SwingUtilities.invokeLater(() -> System.out.println(title + changes));
    }

    @interface ThreadSafe { }
}
