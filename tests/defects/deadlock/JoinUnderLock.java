// A thread is joined while the lock is held that it needs before it can end.
class JoinUnderLock {
    private static final Object STATE = new Object();
    private static int steps;

    public static void main(String[] arguments) throws InterruptedException {
        Thread worker = new Thread(JoinUnderLock::work);
        worker.start();
        synchronized (STATE) {
            worker.join();                   // expect: deadlock/waits-for-task
            System.out.println(steps);
        }
    }

    static void work() {
        for (int i = 0; i < 10; i++) {
            synchronized (STATE) {
                steps++;
            }
        }
    }
}
