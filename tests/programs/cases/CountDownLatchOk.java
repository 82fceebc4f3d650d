// Workers fill cells, count down, and main goes on with the cells; a second latch starts the workers together.
// variant: default
import java.util.concurrent.CountDownLatch;

public class CountDownLatchOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        int count = 4;
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(count);
        CountDownLatch again = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(count);
        CountDownLatchOk[] cells = new CountDownLatchOk[count];
        for (int i = 0; i < count; i++) {
            CountDownLatchOk cell = new CountDownLatchOk();
            cells[i] = cell;
            int number = i;
            new Thread(() -> {
                try {
                    go.await();
                    cell.value += number;
                    done.countDown();
                    again.await();
                    cell.value *= 2;
                    end.countDown();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
        for (CountDownLatchOk cell : cells) {
            cell.value = 10;
        }
        go.countDown();
        done.await();
        for (CountDownLatchOk cell : cells) {
            cell.value += 1;
        }
        again.countDown();
        end.await();
        int sum = 0;
        for (CountDownLatchOk cell : cells) {
            sum += cell.value;
        }
        System.out.println(sum);
    }
}
