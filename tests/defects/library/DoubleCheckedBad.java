// mode: library
// Double-checked locking with a field that is not volatile.
public class DoubleCheckedBad {
    private Settings settings;

    public int timeout() {
        Settings result = settings; // expect: data-race/unsafe-publication
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
