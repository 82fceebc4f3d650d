// mode: library
// The plain field is written once, before the volatile flag, and read only after the flag was seen.
public class VolatilePiggybackOk {
    private int answer;
    private volatile boolean ready;

    public synchronized void publish(int value) {
        if (!ready) {
            answer = value;
            ready = true;
        }
    }

    public int answer() {
        if (ready) {
            return answer;
        }
        return -1;
    }
}
