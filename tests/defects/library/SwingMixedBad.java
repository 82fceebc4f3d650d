// mode: library
// The field is written on the event thread and read by the thread of any client.
import javax.swing.SwingUtilities;

@SwingMixedBad.ThreadSafe
public class SwingMixedBad {
    private String title = "";

    public void setTitle(String newTitle) {
        SwingUtilities.invokeLater(() -> {
            title = newTitle; // expect: data-race/unlocked
        });
    }

    public String title() {
        return title;
    }

    @interface ThreadSafe { }
}
