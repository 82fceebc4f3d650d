// One thread alone takes the locks in both orders, beside another thread that takes only one of them.
class LockOrderOneThread {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int total;

    public static void main(String[] arguments) {
        new Thread(LockOrderOneThread::both).start();
        new Thread(LockOrderOneThread::other).start();
    }

    static void both() {
        synchronized (LEFT) {
            synchronized (RIGHT) {
                total++;
            }
        }
        synchronized (RIGHT) {
            synchronized (LEFT) {
                total++;
            }
        }
    }

    static void other() {
        synchronized (LEFT) {
            System.out.println("only one lock");
        }
    }
}
