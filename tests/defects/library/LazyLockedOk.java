// mode: library
// Lazy initialization in a synchronized method.
public class LazyLockedOk {
    private Settings settings;

    public int timeout() {
        return settings().timeout;
    }

    private synchronized Settings settings() {
        if (settings == null) {
            settings = new Settings(30);
        }
        return settings;
    }

    private static class Settings {
        int timeout;

        Settings(int timeout) {
            this.timeout = timeout;
        }
    }
}
