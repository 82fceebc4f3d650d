// mode: library
// All methods take the two locks in the same order, or only one of them.
public class LockOrderOk {
    private final Object in = new Object();
    private final Object out = new Object();
    private int received;
    private int sent;

    public void echo() {
        synchronized (in) {
            received++;
            synchronized (out) {
                sent++;
            }
        }
    }

    public String report() {
        synchronized (in) {
            synchronized (out) {
                return received + " " + sent;
            }
        }
    }

    public void send() {
        synchronized (out) {
            sent++;
        }
    }
}
