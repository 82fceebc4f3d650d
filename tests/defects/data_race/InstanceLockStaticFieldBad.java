// A synchronized method locks its own object; the static field belongs to all of them.
class InstanceLockStaticFieldBad {
    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            Ticket ticket = new Ticket();
            new Thread(ticket::issue).start();
        }
    }
}

class Ticket {
    private static int next = 1;
    private int number;

    synchronized void issue() {
        number = next++; // expect: data-race/lock-not-unique
        if (number > 3) {
            throw new IllegalStateException();
        }
    }
}
