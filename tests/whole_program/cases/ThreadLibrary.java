// mode: library
// Clients call the public methods of a class that shows intent to be shared, from any number of threads.
// parallel: public public yes
import java.util.ArrayList;
import java.util.List;

public class ThreadLibrary {
    private final List<String> lines = new ArrayList<>(); // object: shared object-specific host=ThreadLibrary
    private int count;
    private int unguarded;

    public ThreadLibrary() {
        count = 1; // access: unshared
    }

    public synchronized void add(String line) {
        lines.add(line); // access contents: threads=public locks=ThreadLibrary
        increase();
    }

    private void increase() {
        count++; // access: threads=public locks=this
    }

    public int unguarded() {
        return unguarded++; // access: threads=public locks=none
    }

    public String join() {
        StringBuilder text = new StringBuilder();
        Part part = new Part(); // object: !shared
        part.length = 3; // access: unshared
        return text.append(part.length).toString(); // access: unshared
    }

    private static class Part {
        int length;
    }
}
