package sections;

import java.util.concurrent.locks.ReentrantLock;

/** Classes that think of threads, or do not. */
class Threadless {
    int count;

    void increment() {
        count++;
    }

    static class WithField {
        ReentrantLock lock;
    }

    static class WithMethod {
        synchronized void nothing() {}
    }

    static class WithBlock {
        void nothing() {
            synchronized (this) {
                Use.use(1);
            }
        }
    }
}
