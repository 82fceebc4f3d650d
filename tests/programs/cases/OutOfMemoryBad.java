// The heap runs full, again and again, with a race before and between. The program catches the error and goes on.
// variant: default jvm="-Xmx64m" output=any
import java.util.ArrayList;
import java.util.List;

public class OutOfMemoryBad {
    static final class Node {
        Object payload;
        Node next;
    }

    private int count;

    public static void main(String[] args) throws InterruptedException {
        OutOfMemoryBad shared = new OutOfMemoryBad();
        Runnable work = () -> {
            for (int i = 0; i < 30; i++) {
                shared.count++;  // expect: object-race OutOfMemoryBad.count
                nap(2);
            }
        };
        Thread one = new Thread(work);
        Thread two = new Thread(work);
        one.start();
        two.start();
        int full = 0;
        for (int round = 0; round < 3; round++) {
            List<Object> keep = new ArrayList<>();
            try {
                Node last = null;
                while (true) {
                    Node node = new Node();
                    node.payload = new byte[100_000];
                    node.next = last;
                    last = node;
                    keep.add(node);
                }
            } catch (OutOfMemoryError expected) {
                keep = null;
                full++;
            }
        }
        one.join();
        two.join();
        System.out.println("full " + full);
    }

    static void nap(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
