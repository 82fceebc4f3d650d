// mode: library
// An atomic flag makes sure that the resource is closed once; its field was written before.
import java.util.concurrent.atomic.AtomicBoolean;

public class CloseOnceOk implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Runnable release;

    public CloseOnceOk(Runnable release) {
        this.release = release;
    }

    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
