// Each thread asks the shared iterator for the next element under one lock.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class SharedIteratorOk {
    public static void main(String[] arguments) {
        List<String> files = new ArrayList<>();
        files.add("a.txt");
        files.add("b.txt");
        Work work = new Work(files.iterator());
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                String file = work.next();
                if (file != null) {
                    System.out.println(file.length());
                }
            }).start();
        }
    }
}

class Work {
    private final Iterator<String> files;

    Work(Iterator<String> files) {
        this.files = files;
    }

    synchronized String next() {
        return files.hasNext() ? files.next() : null;
    }
}
