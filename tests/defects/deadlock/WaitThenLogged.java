// After the wait the state is only put into a message; then the loop tests it again.
class WaitThenLogged {
    private static final Object LOCK = new Object();
    private static int state;

    static void await() throws InterruptedException {
        synchronized (LOCK) {
            while (state != 1) {
                LOCK.wait();
                System.out.println("state " + state);
            }
        }
    }

    static void open() {
        synchronized (LOCK) {
            state = 1;
            LOCK.notifyAll();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(WaitThenLogged::open).start();
        await();
    }
}
