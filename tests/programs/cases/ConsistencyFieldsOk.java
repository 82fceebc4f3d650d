// Two threads in methods of one object at the same time, each with its own fields: no violation at field granularity.
// variant: default options="--checks object-consistency"
public class ConsistencyFieldsOk {
    private int left;
    private int right;

    void workLeft() {
        for (int i = 0; i < 30; i++) {
            left++;
            nap(1);
        }
    }

    void workRight() {
        for (int i = 0; i < 30; i++) {
            right++;
            nap(1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConsistencyFieldsOk shared = new ConsistencyFieldsOk();
        Thread one = new Thread(shared::workLeft);
        Thread two = new Thread(shared::workRight);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(shared.left + shared.right);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
