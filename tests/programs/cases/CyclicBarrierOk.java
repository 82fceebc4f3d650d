// Each thread writes its own cell, all meet, each reads its neighbour's and writes it in the next phase.
// variant: default
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class CyclicBarrierOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        int count = 3;
        CyclicBarrier barrier = new CyclicBarrier(count);
        CyclicBarrierOk[] cells = new CyclicBarrierOk[count];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            cells[i] = new CyclicBarrierOk();
        }
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int phase = 0; phase < 60; phase++) {
                        cells[(number + phase) % count].value += number + 1;
                        barrier.await();
                    }
                } catch (InterruptedException | BrokenBarrierException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            threads[i].join();
        }
        for (CyclicBarrierOk cell : cells) {
            sum += cell.value;
        }
        System.out.println(sum);
    }
}
