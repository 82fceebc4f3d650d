// Each thread waits at the barrier inside of the critical section, so the second one never gets there.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

class BarrierUnderLock {
    private static final CyclicBarrier PHASE = new CyclicBarrier(2);
    private static final Object GRID = new Object();
    private static int cells;

    public static void main(String[] arguments) {
        new Thread(BarrierUnderLock::compute).start();
        new Thread(BarrierUnderLock::compute).start();
    }

    static void compute() {
        synchronized (GRID) {
            cells++;
            try {
                PHASE.await();               // expect: deadlock/waits-for-task
            } catch (InterruptedException | BrokenBarrierException e) {
                cells = 0;
            }
        }
    }
}
