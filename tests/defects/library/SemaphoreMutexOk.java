// mode: library
// A semaphore with one permit serves as the lock.
import java.util.concurrent.Semaphore;

public class SemaphoreMutexOk {
    private final Semaphore mutex = new Semaphore(1);
    private int count;

    public void add() throws InterruptedException {
        mutex.acquire();
        try {
            count++;
        } finally {
            mutex.release();
        }
    }

    public int count() throws InterruptedException {
        mutex.acquire();
        try {
            return count;
        } finally {
            mutex.release();
        }
    }
}
