// Arrays and class literals as locks: they carry no field for Snag's state.
// variant: default
// variant: lockset options="--lockset-only"
// variant: consistency options="--checks object-consistency"
public class ArrayAsLockOk {
    private final Object[] lock = new Object[0];
    private final byte[] bytes = new byte[0];
    private final int[][] nested = new int[1][1];
    private int count;
    private int more;

    void add() {
        synchronized (lock) {
            count++;
        }
        synchronized (bytes) {
            synchronized (nested) {
                synchronized (int[].class) {
                    more++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ArrayAsLockOk shared = new ArrayAsLockOk();
        Runnable work = () -> {
            for (int i = 0; i < 300; i++) {
                shared.add();
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        synchronized (shared.lock) {
            System.out.println(shared.count);
        }
        synchronized (shared.bytes) {
            System.out.println(shared.more);
        }
    }
}
