// mode: library
// The two orders exclude each other by a third lock that is taken before.
public class GateLockOk {
    private final Object gate = new Object();
    private final Object in = new Object();
    private final Object out = new Object();
    private int moved;

    public void forward() {
        synchronized (gate) {
            synchronized (in) {
                synchronized (out) {
                    moved++;
                }
            }
        }
    }

    public void backward() {
        synchronized (gate) {
            synchronized (out) {
                synchronized (in) {
                    moved--;
                }
            }
        }
    }
}
