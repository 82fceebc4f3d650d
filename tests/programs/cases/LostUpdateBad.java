// The counter that two threads count up without a lock.
// variant: default output=any alike=10 report="write-write"
// variant: lockset options="--lockset-only" output=any
// variant: object options="--granularity object" output=any
public class LostUpdateBad {
    private int count;

    void add() {
        count++;  // expect: object-race LostUpdateBad.count
    }

    public static void main(String[] args) throws InterruptedException {
        LostUpdateBad counter = new LostUpdateBad();
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                counter.add();
                nap(2);
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
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
