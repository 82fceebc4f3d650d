// A stack that overflows inside synchronized methods: every lock is free afterwards, and another thread gets it.
// variant: default diagnostics="events were dropped"
// variant: consistency options="--checks object-consistency" diagnostics="events were dropped"
public class StackOverflowOk {
    private int depth;

    synchronized int down(int level) {
        depth++;
        return down(level + 1) + 1;
    }

    int downByBlock(int level) {
        synchronized (this) {
            depth++;
            return downByBlock(level + 1) + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StackOverflowOk shared = new StackOverflowOk();
        for (int i = 0; i < 3; i++) {
            try {
                shared.down(0);
            } catch (StackOverflowError expected) {
                System.out.println("overflow " + Thread.holdsLock(shared));
            }
            try {
                shared.downByBlock(0);
            } catch (StackOverflowError expected) {
                System.out.println("overflow " + Thread.holdsLock(shared));
            }
        }
        Thread other = new Thread(() -> {
            synchronized (shared) {
                shared.depth = 0;
            }
        });
        other.start();
        other.join(20_000);
        System.out.println(other.isAlive());
    }
}
