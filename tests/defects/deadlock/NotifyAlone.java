// The only thread that notifies changes nothing; the thread that opens the door does not notify.
class NotifyAlone {
    private final Object door = new Object();
    private boolean open;

    public static void main(String[] arguments) {
        NotifyAlone house = new NotifyAlone();
        new Thread(() -> house.enter()).start();
        new Thread(() -> house.ring()).start();
        new Thread(() -> house.unlock()).start();
    }

    void enter() {
        synchronized (door) {
            while (!open) {
                try {
                    door.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    void ring() {
        synchronized (door) {
            door.notifyAll();                // expect: deadlock/notify-without-change
        }
    }

    void unlock() {
        synchronized (door) {
            open = true;
        }
    }
}
