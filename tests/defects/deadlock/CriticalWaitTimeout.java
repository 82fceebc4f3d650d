// A wait under a second lock that has a time limit ends by itself.
class CriticalWaitTimeout {
    private static final Object OUTER = new Object();
    private static final Object SIGNAL = new Object();
    private static int items;

    public static void main(String[] arguments) {
        new Thread(CriticalWaitTimeout::consume).start();
        new Thread(CriticalWaitTimeout::produce).start();
    }

    static void consume() {
        synchronized (OUTER) {
            synchronized (SIGNAL) {
                for (int attempt = 0; items == 0 && attempt < 3; attempt++) {
                    try {
                        SIGNAL.wait(100);
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
