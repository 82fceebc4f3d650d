// Program 4.1: the task's own thread clears the reference that cancel() tests and uses under the lock of the task.
class Paper_4_1 {
    public static void main(String[] arguments) {
        DownloadTask task = new DownloadTask();
        Thread thread = new Thread(task);
        task.runner = thread;
        thread.start();
        task.cancel();
    }
}

abstract class Task implements Runnable {
    protected Thread runner;

    abstract void cancel();

    abstract void work();

    @Override
    public void run() {
        try {
            work();
        } catch (RuntimeException failure) {
            System.out.println(failure);
        }
        runner = null; // expect: data-race/unlocked
    }
}

class DownloadTask extends Task {
    @Override
    synchronized void cancel() {
        if (runner != null) {
            runner.interrupt();
        }
    }

    @Override
    void work() {
        System.out.println("downloading");
    }
}
