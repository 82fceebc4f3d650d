// Two virtual threads and one counter, with turns by sleeping.
// variant: default java=21 output=any
public class VirtualThreadsBad {
    private int count;

    public static void main(String[] args) throws InterruptedException {
        VirtualThreadsBad shared = new VirtualThreadsBad();
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                shared.count++;  // expect: object-race VirtualThreadsBad.count
                nap(2);
            }
        };
        Thread one = Thread.ofVirtual().name("one").start(work);
        Thread two = Thread.ofVirtual().name("two").start(work);
        one.join();
        two.join();
        System.out.println(shared.count);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
