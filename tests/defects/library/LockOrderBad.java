// mode: library
// Two methods take the same two locks in opposite orders.
public class LockOrderBad {
    private final Object in = new Object();
    private final Object out = new Object();
    private int received;
    private int sent;

    public void echo() {
        synchronized (in) {
            received++;
            synchronized (out) { // expect: deadlock/lock-order
                sent++;
            }
        }
    }

    public String report() {
        synchronized (out) {
            synchronized (in) {
                return received + " " + sent;
            }
        }
    }
}
