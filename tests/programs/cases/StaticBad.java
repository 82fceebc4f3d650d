// A static counter without a lock, of several types.
// variant: default output=any
public class StaticBad {
    private static int count;
    private static long total;
    private static String last;

    private static void add(int by) {
        count++;  // expect: object-race StaticBad.count
        total += by;  // expect: object-race StaticBad.total
        last = Thread.currentThread().getName();  // expect: object-race StaticBad.last
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                add(i);
                nap(2);
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(count + " " + total + " " + last);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
