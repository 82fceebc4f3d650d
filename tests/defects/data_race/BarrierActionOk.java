// The action of the barrier reads what the workers wrote before they arrived, and writes what they read afterwards.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

class BarrierActionOk {
    public static void main(String[] arguments) {
        Vote vote = new Vote();
        CyclicBarrier barrier = new CyclicBarrier(2, vote::count);
        new Thread(() -> {
            vote.first = 3;
            System.out.println(vote.result(barrier));
        }).start();
        new Thread(() -> {
            vote.second = 4;
            System.out.println(vote.result(barrier));
        }).start();
    }
}

class Vote {
    int first;
    int second;
    private int sum;

    void count() {
        sum = first + second;
    }

    int result(CyclicBarrier barrier) {
        try {
            barrier.await();
            return sum;
        } catch (InterruptedException | BrokenBarrierException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
