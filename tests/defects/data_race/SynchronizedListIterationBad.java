// The calls of a synchronizedList lock it one by one; whoever iterates over it has to hold the lock himself.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class SynchronizedListIterationBad {
    public static void main(String[] arguments) {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 2; i++) {
            new Thread(() -> names.add("name")).start();
        }
        new Thread(() -> print(names)).start();
    }

    private static void print(List<String> names) {
        int length = 0;
        for (String name : names) { // expect: data-race/unsafe-object
            length += name.length();
        }
        System.out.println(length);
    }
}
