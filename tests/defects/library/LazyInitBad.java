// mode: library
// Lazy initialization without a lock: another thread may see the reference before the fields of the settings.
@LazyInitBad.ThreadSafe
public class LazyInitBad {
    private Settings settings;

    public int timeout() {
        if (settings == null) { // expect: data-race/unsafe-publication
            settings = new Settings(30);
        }
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
