// A semaphore with one permit as a lock.
// variant: default
import java.util.concurrent.Semaphore;

public class SemaphoreOk {
    private final Semaphore permit = new Semaphore(1);
    private int count;

    void add() {
        permit.acquireUninterruptibly();
        try {
            count++;
        } finally {
            permit.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SemaphoreOk counter = new SemaphoreOk();
        Runnable work = () -> {
            for (int j = 0; j < 500; j++) {
                counter.add();
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(counter.count);
    }
}
