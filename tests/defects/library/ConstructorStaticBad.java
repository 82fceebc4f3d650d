// mode: library
// The constructor writes to its own object without danger, but the static counter belongs to all threads.
public class ConstructorStaticBad {
    private static int created;
    private int id;

    public ConstructorStaticBad(int id) {
        this.id = id;
        created++; // expect: data-race/unlocked
    }

    public synchronized void renumber(int newId) {
        id = newId;
    }

    public synchronized int id() {
        return id;
    }

    public static int created() {
        synchronized (ConstructorStaticBad.class) {
            return created;
        }
    }
}
