// Critical wait of section 6.1: the consumer waits while it holds a lock that the producer needs before it can notify.
class PaperCriticalWait {
    static final Object OUTER = new Object();
    static final Object SIGNAL = new Object();
    static int items;

    public static void main(String[] arguments) {
        new Thread(PaperCriticalWait::consume).start();
        new Thread(PaperCriticalWait::produce).start();
    }

    static void consume() {
        synchronized (OUTER) {
            synchronized (SIGNAL) {
                while (items == 0) {
                    try {
                        SIGNAL.wait();       // expect: deadlock/critical-wait
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                items--;
            }
        }
    }

    static void produce() {
        synchronized (OUTER) {
            synchronized (SIGNAL) {
                items++;
                SIGNAL.notifyAll();
            }
        }
    }
}
