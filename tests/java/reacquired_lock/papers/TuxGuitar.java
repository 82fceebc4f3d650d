package papers;

/** Section 5.3, TuxGuitar: the sequencer goes one step forward while others change the tick controller. */
public class TuxGuitar {
    public static class TickController {
        private long tick;
        private int tempo = 120;

        public synchronized long getTick() {
            return tick;
        }

        public synchronized void setTick(long newTick) {
            tick = newTick;
        }

        public synchronized int getTempo() {
            return tempo;
        }

        public synchronized void setTempo(int newTempo) {
            tempo = newTempo;
        }

        public synchronized void process() {
            tick += tempo;
        }
    }

    private final TickController ticks;
    private final long length;
    private boolean running = true;

    public TuxGuitar(TickController ticks, long length) {
        this.ticks = ticks;
        this.length = length;
    }

    public synchronized void stepBad() {
        ticks.process();
        if (ticks.getTick() > length) running = false; // expect: reacquired-lock/same-state
    }

    public synchronized void rewindBad() {
        if (ticks.getTick() > length) {
            ticks.setTick(0); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void stepOk() {
        synchronized (ticks) {
            ticks.process();
            if (ticks.getTick() > length) running = false;
        }
    }

    /** Synchronized without need: harmless, and the two values have nothing to do with each other. */
    public synchronized String describeFalsePositive() {
        String text = "tempo " + ticks.getTempo();
        return running ? text + " at " + ticks.getTick() : text; // expect-audit: reacquired-lock/unrelated
    }
}
