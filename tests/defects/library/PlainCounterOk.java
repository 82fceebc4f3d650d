// mode: library
// Nothing in this class says that it is made for several threads: a client has it for itself.
public class PlainCounterOk {
    private int count;
    private String last = "";

    public void add(String name) {
        count++;
        last = name;
    }

    public int count() {
        return count;
    }

    public String last() {
        return last;
    }
}
