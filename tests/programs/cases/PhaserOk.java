// As with a barrier, by a Phaser.
// variant: default
import java.util.concurrent.Phaser;

public class PhaserOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        int count = 3;
        Phaser phaser = new Phaser(count);
        PhaserOk[] cells = new PhaserOk[count];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            cells[i] = new PhaserOk();
        }
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int phase = 0; phase < 60; phase++) {
                    cells[(number + phase) % count].value += number + 1;
                    phaser.arriveAndAwaitAdvance();
                }
                phaser.arriveAndDeregister();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int sum = 0;
        for (PhaserOk cell : cells) {
            sum += cell.value;
        }
        System.out.println(sum);
    }
}
