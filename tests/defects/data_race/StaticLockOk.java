// A static synchronized method and a block on the class literal hold the same lock.
class StaticLockOk {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> new Ticket().issue()).start();
            new Thread(Ticket::skip).start();
        }
    }
}

class Ticket {
    private static int next = 1;
    private int number;

    void issue() {
        synchronized (Ticket.class) {
            number = next++;
        }
        if (number < 1) {
            throw new IllegalStateException();
        }
    }

    static synchronized void skip() {
        next++;
    }
}
