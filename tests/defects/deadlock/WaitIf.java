// The condition is tested by `if`, so a thread that is woken too early, or after another consumer, goes on.
class WaitIf {
    private int items;

    public static void main(String[] arguments) {
        WaitIf store = new WaitIf();
        new Thread(() -> store.take()).start();
        new Thread(() -> store.take()).start();
        new Thread(() -> store.put()).start();
    }

    synchronized void take() {
        if (items == 0) {
            try {
                wait();                      // expect: deadlock/wait-not-in-loop
            } catch (InterruptedException e) {
                return;
            }
        }
        items--;
    }

    synchronized void put() {
        items++;
        notifyAll();
    }
}
