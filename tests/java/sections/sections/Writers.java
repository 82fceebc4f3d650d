package sections;

import java.util.ArrayList;
import java.util.List;

/** Who changes fields. */
class Writers {
    private final Object lock = new Object();
    private final List<String> names = new ArrayList<>();
    private final int[] cells = new int[3];
    private int count = 1;
    private int untouched = 2;

    synchronized void b() {
        count = 2; // site: b
    }

    void a() {
        count = 3; // site: a
        synchronized (lock) {
            synchronized (this) {
                count = 4; // site: a locked
            }
        }
    }

    void add(String name) {
        synchronized (lock) {
            names.add(name); // site: add
        }
    }

    void drop(String name) {
        names.remove(name); // site: drop
    }

    String first() {
        return names.get(0);
    }

    void cell(int index) {
        cells[index] = untouched; // site: cell
    }
}
