// The second thread starts after the first has been joined, so the two orders never meet.
class LockOrderJoined {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int total;

    public static void main(String[] arguments) throws InterruptedException {
        Thread first = new Thread(LockOrderJoined::first);
        first.start();
        first.join();
        Thread second = new Thread(LockOrderJoined::second);
        second.start();
        second.join();
        System.out.println(total);
    }

    static void first() {
        synchronized (LEFT) {
            synchronized (RIGHT) {
                total++;
            }
        }
    }

    static void second() {
        synchronized (RIGHT) {
            synchronized (LEFT) {
                total--;
            }
        }
    }
}
