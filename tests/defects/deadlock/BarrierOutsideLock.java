// The threads leave the critical section before they wait for each other at the barrier.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

class BarrierOutsideLock {
    private static final CyclicBarrier PHASE = new CyclicBarrier(2);
    private static final Object GRID = new Object();
    private static int cells;

    public static void main(String[] arguments) {
        new Thread(BarrierOutsideLock::compute).start();
        new Thread(BarrierOutsideLock::compute).start();
    }

    static void compute() {
        synchronized (GRID) {
            cells++;
        }
        try {
            PHASE.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            System.out.println("stopped");
        }
    }
}
