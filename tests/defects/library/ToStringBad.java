// mode: library
// toString reads the name without the lock that protects it everywhere else.
public class ToStringBad {
    private String name = "";

    public synchronized void rename(String newName) {
        name = newName;
    }

    public synchronized boolean isNamed(String other) {
        return name.equals(other);
    }

    @Override
    public String toString() {
        return "[" + name + "]"; // expect: data-race/all-writes-locked
    }
}
