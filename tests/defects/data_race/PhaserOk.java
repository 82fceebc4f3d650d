// The first thread writes in the first phase, the second one reads in the second phase.
import java.util.concurrent.Phaser;

class PhaserOk {
    public static void main(String[] arguments) {
        Phaser phaser = new Phaser(2);
        Board board = new Board();
        new Thread(() -> {
            board.cells = 64;
            phaser.arriveAndAwaitAdvance();
        }).start();
        new Thread(() -> {
            phaser.arriveAndAwaitAdvance();
            System.out.println(board.cells);
        }).start();
    }
}

class Board {
    int cells;
}
