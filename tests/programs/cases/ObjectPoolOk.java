// Spurious in 7.1.6 (tsp's TourElement): objects of a pool are taken and given back under a lock, used without. Each is
// with one thread at a time, so there is no race; the paper's tool reports it.
// variant: default
// variant: lockset options="--lockset-only"
import java.util.ArrayDeque;

public class ObjectPoolOk {
    static final class Element {
        int used;
    }

    private final ArrayDeque<Element> free = new ArrayDeque<>();

    synchronized Element take() {
        return free.isEmpty() ? new Element() : free.pop();
    }

    synchronized void giveBack(Element element) {
        free.push(element);
    }

    public static void main(String[] args) throws InterruptedException {
        ObjectPoolOk pool = new ObjectPoolOk();
        Element first = new Element();
        first.used = 0;
        pool.giveBack(first);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                nap(5 * number);
                for (int round = 0; round < 10; round++) {
                    Element element = pool.take();
                    element.used++;  // expect lockset: object-race ObjectPoolOk$Element.used
                    pool.giveBack(element);
                    nap(10);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
