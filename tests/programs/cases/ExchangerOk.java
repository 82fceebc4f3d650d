// Two threads swap buffers again and again.
// variant: default
import java.util.concurrent.Exchanger;

public class ExchangerOk {
    static final class Buffer {
        int filled;
        int emptied;
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<Buffer> exchanger = new Exchanger<>();
        Thread filler = new Thread(() -> {
            Buffer mine = new Buffer();
            try {
                for (int i = 0; i < 200; i++) {
                    mine.filled++;
                    mine = exchanger.exchange(mine);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        filler.start();
        Buffer mine = new Buffer();
        int sum = 0;
        for (int i = 0; i < 200; i++) {
            mine.emptied++;
            mine = exchanger.exchange(mine);
            sum += mine.filled;
        }
        filler.join();
        System.out.println(sum);
    }
}
