// A periodic task alone with its object, which main made; main reads it when the executor has ended.
// variant: default
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledExecutorOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorOk box = new ScheduledExecutorOk();
        box.value = 5;
        CountDownLatch done = new CountDownLatch(1);
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
        executor.scheduleAtFixedRate(() -> {
            if (box.value < 25) {
                box.value++;
            } else {
                done.countDown();
            }
        }, 0, 2, TimeUnit.MILLISECONDS);
        done.await();
        executor.shutdown();
        executor.awaitTermination(10, TimeUnit.SECONDS);
        box.value++;
        System.out.println(box.value);
    }
}
