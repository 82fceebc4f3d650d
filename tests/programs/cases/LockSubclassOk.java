// A class of the application that extends ReentrantLock: its lock() is a lock's, whoever is named at the call.
// variant: default
// variant: lockset options="--lockset-only"
import java.util.concurrent.locks.ReentrantLock;

public class LockSubclassOk extends ReentrantLock {
    private static final long serialVersionUID = 1;
    private int count;

    void add() {
        lock();
        try {
            count++;
        } finally {
            unlock();
        }
    }

    void addBySuper() {
        super.lock();
        try {
            count++;
        } finally {
            super.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LockSubclassOk counter = new LockSubclassOk();
        Thread one = new Thread(() -> {
            for (int j = 0; j < 500; j++) {
                counter.add();
            }
        });
        Thread two = new Thread(() -> {
            for (int j = 0; j < 500; j++) {
                counter.addBySuper();
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        counter.lock();
        System.out.println(counter.count);
        counter.unlock();
    }
}
