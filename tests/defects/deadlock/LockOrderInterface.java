// The inner lock of one order is acquired behind an interface.
class LockOrderInterface {
    interface Output {
        void write(int value);
    }

    static class Buffer implements Output {
        private final Object lock;
        private int last;

        Buffer(Object lock) {
            this.lock = lock;
        }

        @Override
        public void write(int value) {
            synchronized (lock) {
                last = value;
            }
        }
    }

    private static final Object SENDER = new Object();
    private static final Object BUFFER = new Object();
    private static final Output OUTPUT = new Buffer(BUFFER);

    public static void main(String[] arguments) {
        new Thread(LockOrderInterface::send).start();
        new Thread(LockOrderInterface::reset).start();
    }

    static void send() {
        synchronized (SENDER) {
            OUTPUT.write(1);
        }
    }

    static void reset() {
        synchronized (BUFFER) {
            synchronized (SENDER) {          // expect: deadlock/lock-order
                System.out.println("reset");
            }
        }
    }
}
