// The lock of a class, by static synchronized methods and by its class literal.
// variant: default
// variant: lockset options="--lockset-only"
public class StaticSynchronizedOk {
    private static int count;
    private static long sum;

    static synchronized void add(int by) {
        count++;
        sum += by;
    }

    static void addToo(int by) {
        synchronized (StaticSynchronizedOk.class) {
            count++;
            sum += by;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            for (int j = 0; j < 1000; j++) {
                add(j);
            }
        });
        Thread two = new Thread(() -> {
            for (int j = 0; j < 1000; j++) {
                addToo(j);
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        synchronized (StaticSynchronizedOk.class) {
            System.out.println(count + " " + sum);
        }
    }
}
