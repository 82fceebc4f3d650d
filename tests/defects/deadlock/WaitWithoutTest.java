// The thread waits without testing anything: the notification may have come before.
class WaitWithoutTest {
    private static final Object START = new Object();
    private static int begun;

    public static void main(String[] arguments) {
        new Thread(WaitWithoutTest::runner).start();
        new Thread(WaitWithoutTest::shoot).start();
    }

    static void runner() {
        synchronized (START) {
            try {
                START.wait();                // expect: deadlock/wait-not-in-loop
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("runs " + begun);
        }
    }

    static void shoot() {
        synchronized (START) {
            begun++;
            START.notifyAll();
        }
    }
}
