// The main thread uses the opposite order only before it starts the other thread.
class LockOrderBeforeStart {
    private final Object names = new Object();
    private final Object values = new Object();
    private int entries;

    public static void main(String[] arguments) {
        LockOrderBeforeStart table = new LockOrderBeforeStart();
        table.load();
        new Thread(() -> table.save()).start();
        new Thread(() -> table.save()).start();
    }

    void load() {
        synchronized (values) {
            synchronized (names) {
                entries = 10;
            }
        }
    }

    void save() {
        synchronized (names) {
            synchronized (values) {
                System.out.println(entries);
            }
        }
    }
}
