// A known gap (7.1.6, sources of unsoundness): the owner's last write comes just before the second thread's read, and
// nobody else touches the object after. It looks like a hand-over, so nothing is reported, although nothing orders the
// two.
// variant: default
// variant: lockset options="--lockset-only"
public class LastOwnerWriteFalseNegative {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        LastOwnerWriteFalseNegative shared = new LastOwnerWriteFalseNegative();
        shared.value = 1;
        Thread reader = new Thread(() -> {
            nap(40);
            System.out.println(shared.value);
        });
        reader.start();
        shared.value = 2;
        reader.join();
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
