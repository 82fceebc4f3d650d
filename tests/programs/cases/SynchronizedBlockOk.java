// A private lock, nested blocks, and a way out by return and by exception from inside a block.
// variant: default
// variant: lockset options="--lockset-only"
public class SynchronizedBlockOk {
    private final Object lock = new Object();
    private int count;
    private int odd;

    int add(int by) {
        synchronized (lock) {
            if (by < 0) {
                throw new IllegalArgumentException("negative");
            }
            count += by;
            synchronized (lock) {
                if (count % 2 == 1) {
                    odd++;
                    return odd;
                }
            }
            return count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedBlockOk counter = new SynchronizedBlockOk();
        Runnable work = () -> {
            for (int j = 0; j < 500; j++) {
                counter.add(1);
                try {
                    counter.add(-1);
                } catch (IllegalArgumentException expected) {
                    counter.add(2);
                }
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        one.join();
        two.join();
        synchronized (counter.lock) {
            System.out.println(counter.count);
        }
    }
}
