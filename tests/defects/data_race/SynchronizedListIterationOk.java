// Whoever iterates over the synchronizedList holds its lock meanwhile; single calls need nothing further.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class SynchronizedListIterationOk {
    public static void main(String[] arguments) {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 2; i++) {
            new Thread(() -> names.add("name")).start();
        }
        new Thread(() -> print(names)).start();
    }

    private static void print(List<String> names) {
        int length = 0;
        synchronized (names) {
            for (String name : names) {
                length += name.length();
            }
        }
        System.out.println(length);
    }
}
