// mode: library
// A builder belongs to the thread that made it, even if the class that uses it is thread-safe.
@BuilderOk.ThreadSafe
public class BuilderOk {
    private final String host;
    private final int port;

    private BuilderOk(Builder builder) {
        host = builder.host;
        port = builder.port;
    }

    public static BuilderOk local(int port) {
        Builder builder = new Builder();
        builder.host = "localhost";
        builder.setPort(port);
        return builder.build();
    }

    public String address() {
        return host + ":" + port;
    }

    public static class Builder {
        private String host;
        private int port;

        public Builder setPort(int newPort) {
            port = newPort;
            return this;
        }

        public BuilderOk build() {
            return new BuilderOk(this);
        }
    }

    @interface ThreadSafe { }
}
