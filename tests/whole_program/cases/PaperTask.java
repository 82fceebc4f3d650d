// Program 4.1: the task's thread clears thread_ without the lock that cancel() has.
// parallel: main Task.run yes
class PaperTask {
    public static void main(String[] arguments) {
        TaskImpl task = new TaskImpl(); // object: global thread shared escape unique
        Thread thread = new Thread(task);
        task.thread_ = thread; // access: unshared
        thread.start(); // thread: Task.run one thread
        task.cancel();
    }
}

abstract class Task implements Runnable {
    protected Thread thread_;

    public abstract void cancel();

    public abstract void runImpl();

    @Override
    public void run() {
        try {
            runImpl();
        } catch (RuntimeException failure) {
            System.out.println(failure);
        }
        thread_ = null; // access: threads=Task.run locks=none
    }
}

class TaskImpl extends Task {
    @Override
    public synchronized void cancel() {
        if (thread_ != null) { // access: threads=main locks=this
            thread_.interrupt(); // access thread_: threads=main locks=this
        }
    }

    @Override
    public void runImpl() {
        System.out.println("task");
    }
}
