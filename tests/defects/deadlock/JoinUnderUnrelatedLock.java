// A thread is joined under a lock that it does not need.
class JoinUnderUnrelatedLock {
    private static final Object CONSOLE = new Object();
    private static final Object STATE = new Object();
    private static int steps;

    public static void main(String[] arguments) throws InterruptedException {
        Thread worker = new Thread(JoinUnderUnrelatedLock::work);
        Thread printer = new Thread(JoinUnderUnrelatedLock::print);
        worker.start();
        printer.start();
        synchronized (CONSOLE) {
            worker.join();
            System.out.println(steps);
        }
    }

    static void work() {
        synchronized (STATE) {
            steps++;
        }
    }

    static void print() {
        synchronized (CONSOLE) {
            System.out.println("prints");
        }
    }
}
