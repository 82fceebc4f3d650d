// A HashMap that two threads change without a lock.
// variant: default output=any
import java.util.HashMap;
import java.util.Map;

public class HashMapBad {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, Integer> map = new HashMap<>();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                map.put(i, i);  // expect: object-race
                nap(2);
            }
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                map.put(-i, i);  // expect: object-race
                nap(2);
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(map.size());
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
