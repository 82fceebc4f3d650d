// What the worker computes in the background is used in `done`, which comes afterwards.
import javax.swing.SwingWorker;

class SwingWorkerOk {
    public static void main(String[] arguments) {
        new Loader().execute();
    }
}

class Loader extends SwingWorker<Void, Void> {
    private int loaded;

    @Override
    protected Void doInBackground() {
        for (int i = 0; i < 100; i++) {
            loaded += i;
        }
        return null;
    }

    @Override
    protected void done() {
        System.out.println(loaded);
    }
}
