// The lock comes from a class that need not be there. Whichever it is, there is one.
class LockFromElsewhereOk {
    private static final Object LOCK;
    private static int count;

    static {
        Object lock;
        try {
            lock = Class.forName("a.b.GlobalLock").getField("LOCK").get(null);
        } catch (ReflectiveOperationException e) {
            lock = new Object();
        }
        LOCK = lock;
    }

    static boolean next() {
        synchronized (LOCK) {
            return ++count < 100;
        }
    }

    static void clear() {
        synchronized (LOCK) {
            count = 0;
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                while (next()) {
                    Thread.yield();
                }
                clear();
            }).start();
        }
    }
}
