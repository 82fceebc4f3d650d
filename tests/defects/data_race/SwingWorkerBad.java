// What is published is shown while the worker goes on to count.
import java.util.List;
import javax.swing.SwingWorker;

class SwingWorkerBad {
    public static void main(String[] arguments) {
        new Loader().execute();
    }
}

class Loader extends SwingWorker<Void, Integer> {
    private int loaded;

    @Override
    protected Void doInBackground() {
        for (int i = 0; i < 100; i++) {
            loaded += i; // expect: data-race/unlocked high
            publish(i);
        }
        return null;
    }

    @Override
    protected void process(List<Integer> chunks) {
        loaded -= chunks.size();
        if (loaded < 0) {
            cancel(true);
        }
    }
}
