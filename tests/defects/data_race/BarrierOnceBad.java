// The threads meet once in each round: one may write for the next round while the other still reads this one.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

class BarrierOnceBad {
    public static void main(String[] arguments) {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Halves halves = new Halves();
        new Thread(() -> halves.relaxLeft(barrier)).start();
        new Thread(() -> halves.relaxRight(barrier)).start();
    }
}

class Halves {
    private double left = 1;
    private double right = 2;

    void relaxLeft(CyclicBarrier barrier) {
        double own = 1;
        for (int i = 0; i < 10; i++) {
            left = own; // expect: data-race/unlocked
            meet(barrier);
            own = (own + right) / 2;
        }
    }

    void relaxRight(CyclicBarrier barrier) {
        double own = 2;
        for (int i = 0; i < 10; i++) {
            right = own; // expect: data-race/unlocked
            meet(barrier);
            own = (own + left) / 2;
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
