package lib;

/** Can be made and passed in by callers. */
public class Printer implements Service.Listener {
    @Override
    public void changed() {
    }
}
