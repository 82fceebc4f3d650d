// Each configuration is complete before the AtomicReference publishes it, and it is replaced, never changed.
import java.util.concurrent.atomic.AtomicReference;

class AtomicReferenceOk {
    static final AtomicReference<Configuration> CURRENT = new AtomicReference<>(new Configuration(1));

    public static void main(String[] arguments) {
        new Thread(() -> CURRENT.set(new Configuration(2))).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> System.out.println(CURRENT.get().version)).start();
        }
    }
}

class Configuration {
    int version;

    Configuration(int version) {
        this.version = version;
    }
}
