// mode: library
// The class initializer of the holder makes the singleton; the JVM orders it before all uses.
@HolderIdiomOk.ThreadSafe
public class HolderIdiomOk {
    private int port;
    private String host;

    private HolderIdiomOk() {
        port = 8080;
        host = "localhost";
    }

    public static HolderIdiomOk instance() {
        return Holder.INSTANCE;
    }

    public String address() {
        return host + ":" + port;
    }

    private static class Holder {
        static final HolderIdiomOk INSTANCE = new HolderIdiomOk();
    }

    @interface ThreadSafe { }
}
