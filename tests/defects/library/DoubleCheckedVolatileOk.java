// mode: library
// Double-checked locking as it should be.
public class DoubleCheckedVolatileOk {
    private volatile Settings settings;

    public int timeout() {
        Settings result = settings;
        if (result == null) {
            synchronized (this) {
                result = settings;
                if (result == null) {
                    result = new Settings(30);
                    settings = result;
                }
            }
        }
        return result.timeout;
    }

    private static class Settings {
        int timeout;

        Settings(int timeout) {
            this.timeout = timeout;
        }
    }
}
