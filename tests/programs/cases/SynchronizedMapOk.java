// Collections.synchronizedMap and Vector: their own locks order what is handed over.
// variant: default
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Vector;

public class SynchronizedMapOk {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
        Vector<SynchronizedMapOk> vector = new Vector<>();
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                map.put("worker" + i, i);
                SynchronizedMapOk box = new SynchronizedMapOk();
                box.value = i;
                vector.add(box);
            }
        });
        worker.start();
        for (int i = 0; i < 100; i++) {
            map.put("main" + i, i);
        }
        int seen = 0;
        int sum = 0;
        while (seen < 100) {
            if (vector.size() > seen) {
                SynchronizedMapOk box = vector.get(seen++);
                box.value++;
                sum += box.value;
            }
        }
        worker.join();
        System.out.println(map.size() + " " + sum);
    }
}
