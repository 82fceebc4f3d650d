// spotbugs#3362: an AtomicInteger makes no class multithreaded; locks of one thread in both orders are no defect.
import java.util.concurrent.atomic.AtomicInteger;

class Ask3362AtomicCounter {
    private final AtomicInteger calls = new AtomicInteger();
    private final Object names = new Object();
    private final Object values = new Object();
    private int entries;

    public static void main(String[] arguments) {
        Ask3362AtomicCounter table = new Ask3362AtomicCounter();
        table.add();
        table.remove();
        System.out.println(table.calls.get() + " calls, " + table.entries + " entries");
    }

    void add() {
        calls.incrementAndGet();
        synchronized (names) {
            synchronized (values) {
                entries++;
            }
        }
    }

    void remove() {
        calls.incrementAndGet();
        synchronized (values) {
            synchronized (names) {
                entries--;
            }
        }
    }
}
