// A bounded buffer with one lock and two conditions.
// variant: default
// variant: lockset options="--lockset-only"
// variant: consistency options="--checks object-consistency"
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionOk {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final int[] items = new int[4];
    private int first;
    private int count;

    void put(int item) throws InterruptedException {
        lock.lock();
        try {
            while (count == items.length) {
                notFull.await();
            }
            items[(first + count++) % items.length] = item;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() throws InterruptedException {
        lock.lock();
        try {
            while (count == 0) {
                notEmpty.await();
            }
            int item = items[first];
            first = (first + 1) % items.length;
            count--;
            notFull.signal();
            return item;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConditionOk buffer = new ConditionOk();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 500; i++) {
                    buffer.put(i);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 500; i++) {
            sum += buffer.take();
        }
        producer.join();
        System.out.println(sum);
    }
}
