// A copy that is made under the lock belongs to the caller; the list itself does not get out.
import java.util.ArrayList;
import java.util.List;

class OwnSnapshot {
    public static void main(String[] arguments) {
        Journal journal = new Journal(); // object: global shared escape unique
        for (int i = 0; i < 3; i++) {
            new Worker(journal).start(); // thread: Worker.run many thread
        }
    }
}

class Journal {
    private final List<String> lines = new ArrayList<>(); // object: global shared object-specific host=Journal

    synchronized void add(String line) {
        lines.add(line); // access contents: threads=Worker.run locks=Journal
    }

    synchronized List<String> snapshot() {
        return new ArrayList<>(lines); // object: !shared ; access contents: threads=Worker.run locks=Journal
    }
}

class Worker extends Thread {
    private final Journal journal;

    Worker(Journal journal) {
        this.journal = journal; // access: unshared
    }

    @Override
    public void run() {
        journal.add("line");
        List<String> own = journal.snapshot();
        own.add("end"); // access: unshared
        own.sort((first, second) -> first.length() - second.length()); // access: unshared
    }
}
