// The open state is read in one section and the number of users updated in another; close changes both together.
class SplitStateClosed {
    static class Pool {
        private boolean open = true;
        private int users;

        synchronized boolean isOpen() {
            return open;
        }

        synchronized void enter() {
            users++;
        }

        synchronized void close() {
            open = false;
            users = 0;
        }
    }

    static final Pool POOL = new Pool();

    public static void main(String[] arguments) {
        new Thread(SplitStateClosed::visit).start();
        new Thread(() -> POOL.close()).start();
    }

    static void visit() {
        if (POOL.isOpen()) {
            POOL.enter();                    // expect: method-atomicity/split-state
        }
    }
}
