// Two threads take two locks in opposite order and wait for each other for ever. SIGTERM ends the JVM, and the report
// holds the cycle.
// variant: default signal=TERM@700 exit=143
// expect: deadlock
public class DeadlockBad {
    static final class Fork {
        int taken;
    }

    public static void main(String[] args) throws InterruptedException {
        Fork left = new Fork();
        Fork right = new Fork();
        Thread one = new Thread(() -> eat(left, right), "one");
        Thread two = new Thread(() -> eat(right, left), "two");
        one.start();
        two.start();
        System.out.println("both have begun");
        one.join();
        two.join();
        System.out.println("not reached");
    }

    private static void eat(Fork first, Fork second) {
        synchronized (first) {
            first.taken++;
            nap(100);
            synchronized (second) {
                second.taken++;
            }
        }
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
