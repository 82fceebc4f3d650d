package papers;

/** Section 5.3, Arbaro: sets the progress if it is more than one percent further than before. */
public class Arbaro {
    public static class Progress {
        private int percent;

        public synchronized int getPercent() {
            return percent;
        }

        public synchronized void setPercent(int newPercent) {
            percent = newPercent;
        }

        public synchronized void raiseTo(int newPercent) {
            if (newPercent > percent + 1) percent = newPercent;
        }
    }

    private final Progress progress;
    private int done;
    private final int total;

    public Arbaro(Progress progress, int total) {
        this.progress = progress;
        this.total = total;
    }

    public synchronized void stepBad() {
        done++;
        int percent = 100 * done / total;
        if (percent > progress.getPercent() + 1) {
            progress.setPercent(percent); // expect: reacquired-lock/dependent
        }
    }

    public synchronized void stepOk() {
        done++;
        progress.raiseTo(100 * done / total);
    }
}
