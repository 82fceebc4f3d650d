// The list is not changed, but the threads share one iterator, and each call of next() changes it.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class SharedIteratorBad {
    public static void main(String[] arguments) {
        List<String> files = new ArrayList<>();
        files.add("a.txt");
        files.add("b.txt");
        Iterator<String> work = files.iterator();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> process(work)).start();
        }
    }

    private static void process(Iterator<String> work) {
        while (work.hasNext()) {
            String file = work.next(); // expect: data-race/unsafe-object
            System.out.println(file.length());
        }
    }
}
