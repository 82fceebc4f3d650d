// Who is started under the lock cannot notify before the wait has given the lock back.
// checks: deadlock
class WaitStartedUnderLock {
    static final Object READY = new Object();

    static void beginOk() throws InterruptedException {
        synchronized (READY) {
            new Thread(WaitStartedUnderLock::work).start();
            READY.wait(); // expect: deadlock/wait-not-in-loop low
        }
    }

    static void beginBad() throws InterruptedException {
        new Thread(WaitStartedUnderLock::work).start();
        synchronized (READY) {
            READY.wait(); // expect: deadlock/wait-not-in-loop medium
        }
    }

    static void work() {
        synchronized (READY) {
            READY.notifyAll(); // expect: deadlock/notify-without-change low
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        beginOk();
        beginBad();
    }
}
