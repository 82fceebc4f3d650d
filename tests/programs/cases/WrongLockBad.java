// One thread takes the lock, the other another one.
// variant: default output=any
// variant: lockset options="--lockset-only" output=any
public class WrongLockBad {
    private final Object right = new Object();
    private final Object wrong = new Object();
    private int count;

    void add() {
        synchronized (right) {
            count++;  // expect: object-race WrongLockBad.count
        }
    }

    void addWrongly() {
        synchronized (wrong) {
            count++;  // expect: object-race WrongLockBad.count
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WrongLockBad counter = new WrongLockBad();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                counter.add();
                nap(2);
            }
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                counter.addWrongly();
                nap(2);
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(counter.count);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
