// The second lock that is held during the wait is a local object that no other thread can have.
class CriticalWaitLocalLock {
    private static final Object SIGNAL = new Object();
    private static int items;

    public static void main(String[] arguments) {
        new Thread(CriticalWaitLocalLock::consume).start();
        new Thread(CriticalWaitLocalLock::produce).start();
    }

    static void consume() {
        Object mine = new Object();
        synchronized (mine) {
            synchronized (SIGNAL) {
                while (items == 0) {
                    try {
                        SIGNAL.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                items--;
            }
        }
    }

    static void produce() {
        synchronized (SIGNAL) {
            items++;
            SIGNAL.notifyAll();
        }
    }
}
