// mode: library
// Nothing in this class says that it is made for several threads: a client has it for itself.
import java.util.ArrayList;
import java.util.List;

public class ThreadLibraryUnshared {
    private final List<String> lines = new ArrayList<>(); // object: !shared
    private int count;

    public void add(String line) {
        lines.add(line); // access: unshared
        count++; // access: unshared
    }

    public int count() {
        return count; // access: unshared
    }
}
