package sor;

/** Relaxes the rows from first to last, red points from black ones and the other way round. */
final class Worker extends Thread {
    private static final double OMEGA = 0.25;
    private final int first;
    private final int last;
    private final Barrier barrier;
    private int columns;
    private double[][] red;
    private double[][] black;

    Worker(int id, int first, int last, Barrier barrier) {
        super("sor-" + id);
        this.first = first;
        this.last = last;
        this.barrier = barrier;
    }

    @Override
    public void run() {
        columns = Main.size / 2;
        red = Main.red;
        black = Main.black;
        try {
            for (int i = 0; i < Main.iterations; i++) {
                relaxRed();
                barrier.await();
                relaxBlack();
                barrier.await();
            }
        } catch (InterruptedException stop) {
            interrupt();
        }
    }

    private void relaxRed() {
        for (int i = first; i <= last; i++) {
            relax(i, (i & 1) == 0);
        }
    }

    private void relax(int i, boolean even) {
        int shift = even ? 1 : -1;
        for (int j = 1; j <= columns; j++) {
            red[i][j] = (black[i - 1][j] + black[i + 1][j] + black[i][j] + black[i][j + shift]) * OMEGA;
        }
    }

    private void relaxBlack() {
        for (int i = first; i <= last; i++) {
            int shift = (i & 1) == 0 ? -1 : 1;
            for (int j = 1; j <= columns; j++) {
                black[i][j] = (red[i - 1][j] + red[i + 1][j] + red[i][j] + red[i][j + shift]) * OMEGA;
            }
        }
    }
}
