// One thread walks over a list that another one adds to. The list is big enough not to throw (it is walked by index).
// variant: default output=any
import java.util.ArrayList;
import java.util.List;

public class IteratorBad {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> list = new ArrayList<>(1000);
        list.add(1);
        Thread adder = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                list.add(i);  // expect: object-race
                nap(2);
            }
        });
        adder.start();
        int sum = 0;
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < list.size(); i++) {  // may: object-race
                sum += list.get(i);  // may: object-race
            }
            nap(2);
        }
        adder.join();
        System.out.println(sum >= 0);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
