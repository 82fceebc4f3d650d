// Re-entrant calls on one object under its lock, from several threads.
// variant: default options="--checks object-consistency"
public class ConsistencyReentranceOk {
    private int low;
    private int high;

    synchronized void widen(int by) {
        lower(by);
        raise(by);
        if (by > 1) {
            widen(by - 1);
        }
    }

    synchronized void lower(int by) {
        low -= by;
    }

    synchronized void raise(int by) {
        high += by;
    }

    synchronized int width() {
        return high - low;
    }

    public static void main(String[] args) throws InterruptedException {
        ConsistencyReentranceOk range = new ConsistencyReentranceOk();
        Runnable work = () -> {
            for (int i = 0; i < 200; i++) {
                range.widen(3);
                range.width();
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(range.width());
    }
}
