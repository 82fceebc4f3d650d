// Each thread releases its lock before it takes the other one.
class LockOrderReleasedFirst {
    static class Inbox {
        private int messages;

        synchronized void add() {
            messages++;
        }
    }

    static class Outbox {
        private int messages;

        synchronized void add() {
            messages++;
        }
    }

    private static final Inbox INBOX = new Inbox();
    private static final Outbox OUTBOX = new Outbox();

    public static void main(String[] arguments) {
        new Thread(LockOrderReleasedFirst::send).start();
        new Thread(LockOrderReleasedFirst::receive).start();
    }

    static void send() {
        OUTBOX.add();
        INBOX.add();
    }

    static void receive() {
        INBOX.add();
        OUTBOX.add();
    }
}
