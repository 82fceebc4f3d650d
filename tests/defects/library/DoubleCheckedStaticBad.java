// mode: library
// Double-checked locking of a singleton with a static field that is not volatile.
public class DoubleCheckedStaticBad {
    private static DoubleCheckedStaticBad instance;
    private int port;

    private DoubleCheckedStaticBad() {
        port = 8080;
    }

    public static DoubleCheckedStaticBad instance() {
        if (instance == null) { // expect: data-race/unsafe-publication
            synchronized (DoubleCheckedStaticBad.class) {
                if (instance == null) {
                    instance = new DoubleCheckedStaticBad();
                }
            }
        }
        return instance;
    }

    public static int defaultPort() {
        return instance().port;
    }
}
