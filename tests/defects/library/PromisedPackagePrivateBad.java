// mode: library
// A public class promises to be safe, so that its package-private methods are looked at, too, although nothing calls
// them.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.CLASS)
@interface ThreadSafe {
}

@ThreadSafe
public class PromisedPackagePrivateBad {
    private int size;

    public synchronized void add() {
        size++;
    }

    int sizeForDebugger() {
        return size; // expect: data-race/all-writes-locked
    }
}
