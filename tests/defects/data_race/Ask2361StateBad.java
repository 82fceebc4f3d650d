// The counterpart of spotbugs#2361: the lock guards the reference to the list, but not what is in the list.
import java.util.ArrayList;
import java.util.List;

class Ask2361StateBad {
    public static void main(String[] arguments) {
        Journal journal = new Journal();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> journal.write("line")).start();
        }
    }
}

class Journal {
    private List<String> lines;

    private synchronized List<String> lines() {
        if (lines == null) {
            lines = new ArrayList<>();
        }
        return lines;
    }

    void write(String line) {
        lines().add(line); // expect: data-race/unsafe-object
    }
}
