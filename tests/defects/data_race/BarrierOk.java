// Each thread writes its half, both meet at the barrier, and then each reads the half of the other.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

class BarrierOk {
    public static void main(String[] arguments) {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Halves halves = new Halves();
        new Thread(() -> {
            halves.left = 3;
            meet(barrier);
            System.out.println(halves.right);
        }).start();
        new Thread(() -> {
            halves.right = 4;
            meet(barrier);
            System.out.println(halves.left);
        }).start();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

class Halves {
    int left;
    int right;
}
