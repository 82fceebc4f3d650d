// A lock that every thread creates for itself protects nothing: it is not unique, and no other thread has it.
class LockPerThread {
    static int total;

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker().start(); // thread: Worker.run many thread
        }
    }
}

class Worker extends Thread {
    private final Object lock = new Object(); // object: !unique

    @Override
    public void run() {
        synchronized (lock) {
            LockPerThread.total++; // access: threads=Worker.run locks=lock?
        }
        Object local = new Object(); // object: !unique !shared
        synchronized (local) {
            LockPerThread.total++; // access: threads=Worker.run locks=Object?
        }
        synchronized (this) {
            LockPerThread.total++; // access: threads=Worker.run locks=this?
        }
    }
}
