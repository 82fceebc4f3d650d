// mode: library
// The settings are replaced through a volatile reference and never changed once they are published.
@VolatileReferenceOk.ThreadSafe
public class VolatileReferenceOk {
    private volatile Settings settings = new Settings(1);

    public void configure(int timeout) {
        settings = new Settings(timeout);
    }

    public int timeout() {
        return settings.timeout;
    }

    private static class Settings {
        int timeout;

        Settings(int timeout) {
            this.timeout = timeout;
        }
    }

    @interface ThreadSafe { }
}
