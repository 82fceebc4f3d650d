// The thread waits while it holds another lock that further threads need, although the notifier can do without it.
class CriticalWaitOtherLock {
    private static final Object REPORT = new Object();
    private static final Object DATA = new Object();
    private static boolean ready;
    private static int printed;

    public static void main(String[] arguments) {
        new Thread(CriticalWaitOtherLock::print).start();
        new Thread(CriticalWaitOtherLock::load).start();
        new Thread(CriticalWaitOtherLock::reset).start();
    }

    static void print() {
        synchronized (REPORT) {
            synchronized (DATA) {
                while (!ready) {
                    try {
                        DATA.wait();         // expect: deadlock/critical-wait
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            printed++;
        }
    }

    static void load() {
        synchronized (DATA) {
            ready = true;
            DATA.notifyAll();
        }
    }

    static void reset() {
        synchronized (REPORT) {
            printed = 0;
        }
    }
}
