// java.util.Timer: what was written before schedule is seen by the task; a latch brings the result back.
// variant: default
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer(true);
        TimerOk box = new TimerOk();
        for (int i = 0; i < 10; i++) {
            box.value++;
            CountDownLatch done = new CountDownLatch(1);
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    box.value *= 2;
                    done.countDown();
                }
            }, 1);
            done.await();
        }
        timer.cancel();
        System.out.println(box.value);
    }
}
