// mode: library
// An atomic flag lets one thread in at a time; the others leave at once.
import java.util.concurrent.atomic.AtomicBoolean;

public class CasGuardOk {
    private final AtomicBoolean busy = new AtomicBoolean();
    private int runs;

    public int runUnlessBusy() {
        if (!busy.compareAndSet(false, true)) {
            return -1;
        }
        try {
            runs++;
            return runs;
        } finally {
            busy.set(false);
        }
    }
}
