import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A periodic task counts a latch down in every run: whoever has waited for the latch has waited for one run only. */
public class RepeatedTaskLatch {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        RepeatedTaskLatch box = new RepeatedTaskLatch();
        CountDownLatch done = new CountDownLatch(1);
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
        executor.scheduleAtFixedRate(() -> {
            box.value++;
            done.countDown();
        }, 0, 1, TimeUnit.MILLISECONDS);
        done.await();
        for (int i = 0; i < 20; i++) {
            box.value++;
            Thread.sleep(5);
        }
        executor.shutdown();
        System.out.println("done");
    }
}
