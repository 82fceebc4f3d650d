// Exceptions leave synchronized methods and blocks; the lock is free afterwards and the stack trace is the program's
// own.
// variant: default
// variant: lockset options="--lockset-only"
// variant: consistency options="--checks object-consistency"
public class ExceptionsInSynchronizedOk {
    private int entered;

    synchronized void fail(Object nothing) {
        entered++;
        nothing.hashCode();
    }

    void failInBlock(int index) {
        synchronized (this) {
            entered++;
            int[] none = new int[0];
            none[index] = 1;
        }
    }

    static synchronized int divide(int by) {
        return 1 / by;
    }

    private void work() {
        for (int i = 0; i < 100; i++) {
            try {
                fail(null);
            } catch (NullPointerException expected) {
                // As it should be.
            }
            try {
                failInBlock(i);
            } catch (ArrayIndexOutOfBoundsException expected) {
                // As it should be.
            }
            try {
                divide(0);
            } catch (ArithmeticException expected) {
                // As it should be.
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExceptionsInSynchronizedOk shared = new ExceptionsInSynchronizedOk();
        Thread other = new Thread(shared::work);
        other.start();
        shared.work();
        other.join();
        synchronized (shared) {
            System.out.println(shared.entered + " " + Thread.holdsLock(shared));
        }
        System.out.println(Thread.holdsLock(shared) + " " + Thread.holdsLock(ExceptionsInSynchronizedOk.class));
        try {
            shared.fail(null);
        } catch (NullPointerException expected) {
            for (StackTraceElement element : expected.getStackTrace()) {
                System.out.println(element);
            }
        }
    }
}
