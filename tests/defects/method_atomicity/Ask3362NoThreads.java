// spotbugs#3362: a class with an AtomicInteger and synchronized methods, used by the main thread only.
import java.util.concurrent.atomic.AtomicInteger;

class Ask3362NoThreads {
    private final AtomicInteger calls = new AtomicInteger();
    private int level;

    public static void main(String[] arguments) {
        Ask3362NoThreads tank = new Ask3362NoThreads();
        tank.fill();
        tank.fill();
        System.out.println(tank.level() + " after " + tank.calls.get());
    }

    synchronized int level() {
        return level;
    }

    synchronized void setLevel(int value) {
        level = value;
    }

    void fill() {
        calls.incrementAndGet();
        int now = level();
        setLevel(now + 5);
    }
}
