// Interrupts reach a thread in sleep, wait, join and take; each is woken by the exception and finishes its work.
// variant: default
import java.util.concurrent.ArrayBlockingQueue;

public class InterruptOk {
    private int woken;

    private synchronized void count() {
        woken++;
    }

    interface Blocking {
        void block() throws InterruptedException;
    }

    private Thread blocked(Blocking blocking) {
        Thread thread = new Thread(() -> {
            try {
                blocking.block();
            } catch (InterruptedException expected) {
                count();
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        InterruptOk shared = new InterruptOk();
        Object lock = new Object();
        Thread sleeper = shared.blocked(() -> Thread.sleep(60_000));
        Thread[] threads = {sleeper, shared.blocked(() -> {
            synchronized (lock) {
                lock.wait();
            }
        }), shared.blocked(() -> new ArrayBlockingQueue<String>(1).take())};
        Thread.sleep(30);
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
        synchronized (lock) {
            synchronized (shared) {
                System.out.println(shared.woken);
            }
        }
    }
}
