// A ConcurrentHashMap hands objects from one thread to another: put, then get, then remove.
// variant: default
import java.util.concurrent.ConcurrentHashMap;

public class ConcurrentMapOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, ConcurrentMapOk> there = new ConcurrentHashMap<>();
        ConcurrentHashMap<Integer, ConcurrentMapOk> back = new ConcurrentHashMap<>();
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                ConcurrentMapOk box = there.get(i);
                while (box == null) {
                    Thread.yield();
                    box = there.get(i);
                }
                box.value += 5;
                back.put(i, box);
            }
        });
        worker.start();
        ConcurrentMapOk box = new ConcurrentMapOk();
        for (int i = 0; i < 200; i++) {
            box.value++;
            there.put(i, box);
            box = null;
            while (box == null) {
                Thread.yield();
                box = back.remove(i);
            }
        }
        worker.join();
        System.out.println(box.value);
    }
}
