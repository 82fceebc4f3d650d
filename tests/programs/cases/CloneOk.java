// Spurious in 7.1.6 (hedc): the clone of a shared object is a new object. Its life must not begin where the other's is.
// variant: default
// variant: lockset options="--lockset-only"
public class CloneOk implements Cloneable {
    private int value;

    synchronized void add() {
        value++;
    }

    synchronized CloneOk copy() {
        try {
            return (CloneOk) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CloneOk shared = new CloneOk();
        int[] sums = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 100; round++) {
                    shared.add();
                    CloneOk mine = shared.copy();
                    mine.value = round;
                    mine.value++;
                    sums[number] += mine.value;
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1]);
    }
}
