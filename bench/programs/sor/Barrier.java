package sor;

/** A barrier of a monitor: the last one to come lets all go on. */
final class Barrier {
    private final int parties;
    private int arrived;
    private int generation;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() throws InterruptedException {
        int mine = generation;
        if (++arrived == parties) {
            arrived = 0;
            generation++;
            notifyAll();
            return;
        }
        while (mine == generation) {
            wait();
        }
    }
}
