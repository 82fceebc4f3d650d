// An object goes back and forth through an AtomicReference.
// variant: default
import java.util.concurrent.atomic.AtomicReference;

public class AtomicReferenceOk {
    private int value;

    private static AtomicReferenceOk take(AtomicReference<AtomicReferenceOk> from) {
        AtomicReferenceOk box = from.getAndSet(null);
        while (box == null) {
            Thread.yield();
            box = from.getAndSet(null);
        }
        return box;
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicReference<AtomicReferenceOk> there = new AtomicReference<>();
        AtomicReference<AtomicReferenceOk> back = new AtomicReference<>();
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                AtomicReferenceOk box = take(there);
                box.value += 2;
                back.compareAndSet(null, box);
            }
        });
        worker.start();
        AtomicReferenceOk box = new AtomicReferenceOk();
        for (int i = 0; i < 200; i++) {
            box.value++;
            there.set(box);
            box = take(back);
        }
        worker.join();
        System.out.println(box.value);
    }
}
