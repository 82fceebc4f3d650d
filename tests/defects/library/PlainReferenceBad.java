// mode: library
// The settings are replaced through a plain reference, so readers may see their fields before they were written.
@PlainReferenceBad.ThreadSafe
public class PlainReferenceBad {
    private Settings settings = new Settings(1);

    public void configure(int timeout) {
        settings = new Settings(timeout);
    }

    public int timeout() {
        return settings.timeout; // expect: data-race/unsafe-publication
    }

    private static class Settings {
        int timeout;

        Settings(int timeout) {
            this.timeout = timeout;
        }
    }

    @interface ThreadSafe { }
}
