// Program 2.2: y has one lock, x has none.
// parallel: First.run Second.run yes
class PaperUniqueLock {
    static final Object LOCK = new Object(); // object: global unique !object-specific
    static int x;
    static int y;

    public static void main(String[] arguments) {
        new First().start(); // thread: First.run one thread ; object: thread unique
        new Second().start(); // thread: Second.run one thread ; object: thread unique
    }
}

class First extends Thread {
    @Override
    public void run() {
        PaperUniqueLock.x++; // access: threads=First.run locks=none
        synchronized (PaperUniqueLock.LOCK) {
            PaperUniqueLock.y++; // access: threads=First.run locks=LOCK
        }
    }
}

class Second extends Thread {
    @Override
    public void run() {
        synchronized (PaperUniqueLock.LOCK) {
            PaperUniqueLock.y++; // access: threads=Second.run locks=LOCK
        }
        PaperUniqueLock.x++; // access: threads=Second.run locks=none
    }
}
