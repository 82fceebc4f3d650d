// Locks of the class, a static lock object, and the lock of an object for a static field.
class LockStatic {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Worker(new Counters()).start(); // thread: Worker.run many thread ; object Counters: !unique
        }
    }
}

class Counters {
    private static final Object LOCK = new Object(); // object: global unique !object-specific
    private static int byClass;
    private static int byLock;
    private static int byInstance;

    static synchronized void inMethod() {
        byClass++; // access: threads=Worker.run locks=class Counters
    }

    void inBlocks() {
        synchronized (Counters.class) {
            byClass++; // access: threads=Worker.run locks=class Counters
        }
        synchronized (getClass()) {
            byClass++; // access: threads=Worker.run locks=class Counters
        }
        synchronized (LOCK) {
            byLock++; // access byLock: threads=Worker.run locks=LOCK
        }
    }

    synchronized void wrong() {
        byInstance++; // access: threads=Worker.run locks=this
    }
}

class Worker extends Thread {
    private final Counters counters;

    Worker(Counters counters) {
        this.counters = counters;
    }

    @Override
    public void run() {
        Counters.inMethod();
        counters.inBlocks();
        counters.wrong();
    }
}
