// The lock stays held forever when the text is not a number and parseInt throws.
import java.util.concurrent.locks.ReentrantLock;

class LeakException {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int sum;

    public static void main(String[] arguments) {
        for (String argument : arguments) {
            new Thread(() -> add(argument)).start();
        }
    }

    static void add(String text) {
        LOCK.lock();                         // expect: deadlock/lock-leak
        sum += Integer.parseInt(text);
        LOCK.unlock();
    }
}
