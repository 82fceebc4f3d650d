// The flag is set and cleared in two sections around the work, on purpose; another thread only looks at it.
class OkBusyFlag {
    static class Engine {
        private boolean busy;

        synchronized void setBusy(boolean value) {
            busy = value;
        }

        synchronized boolean busy() {
            return busy;
        }
    }

    static final Engine ENGINE = new Engine();

    public static void main(String[] arguments) {
        new Thread(OkBusyFlag::work).start();
        new Thread(() -> System.out.println(ENGINE.busy())).start();
    }

    static void work() {
        ENGINE.setBusy(true);
        System.out.println("works");
        ENGINE.setBusy(false);
    }
}
