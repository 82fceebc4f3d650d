// Threads set elements of a list, each its own, as they would those of an array; a list that also grows must not be
// shared so.
// variant: default runs=8
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ListElementsOk {
    private final List<Integer> fixed = new ArrayList<>(Collections.nCopies(6, 0));
    private final List<Integer> growing = new ArrayList<>(Collections.nCopies(6, 0));

    private void fill(int from) {
        for (int i = from; i < from + 2; i++) {
            fixed.set(i, i + fixed.get(i));
            growing.set(i, i);  // expect: object-race java.util.ArrayList*
        }
        if (from == 2) growing.add(from);
    }

    public static void main(String[] args) throws InterruptedException {
        ListElementsOk lists = new ListElementsOk();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int from = i * 2;
            threads[i] = new Thread(() -> lists.fill(from));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println(lists.fixed);
    }
}
