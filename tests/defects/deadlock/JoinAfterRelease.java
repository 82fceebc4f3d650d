// The lock is released before the threads are joined.
class JoinAfterRelease {
    private static final Object STATE = new Object();
    private static int steps;

    public static void main(String[] arguments) throws InterruptedException {
        Thread worker;
        synchronized (STATE) {
            worker = new Thread(JoinAfterRelease::work);
            worker.start();
        }
        worker.join();
        synchronized (STATE) {
            System.out.println(steps);
        }
    }

    static void work() {
        synchronized (STATE) {
            steps++;
        }
    }
}
