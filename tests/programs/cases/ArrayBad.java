// An array that two threads change without a lock. Arrays are checked on demand only.
// variant: default output=any
// variant: whole options="--arrays whole" output=any
// variant: ranges options="--arrays ranges" output=any
public class ArrayBad {
    public static void main(String[] args) throws InterruptedException {
        int[] shared = new int[4];
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                shared[1]++;  // expect whole,ranges: object-race int[]*
                nap(2);
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(shared[1]);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
