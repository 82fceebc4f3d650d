// Indefinite wait of section 6.1: nothing in the program notifies the object that the thread waits for.
class PaperIndefiniteWait {
    static final Object GATE = new Object();
    static boolean open;

    public static void main(String[] arguments) {
        new Thread(PaperIndefiniteWait::pass).start();
        new Thread(PaperIndefiniteWait::unlock).start();
    }

    static void pass() {
        synchronized (GATE) {
            while (!open) {
                try {
                    GATE.wait();             // expect: deadlock/indefinite-wait
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
        System.out.println("passed");
    }

    static void unlock() {
        synchronized (GATE) {
            open = true;
        }
    }
}
