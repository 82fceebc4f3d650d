// Every exception of the section is caught inside of it, so the unlock after it is always reached.
// mode: library
import java.util.concurrent.locks.ReentrantLock;

public class LeakCaught {
    private final ReentrantLock lock = new ReentrantLock();
    private int sum;

    public void add(String text) {
        lock.lock();
        try {
            sum += Integer.parseInt(text);
        } catch (Throwable e) {
            sum = 0;
        }
        lock.unlock();
    }
}
