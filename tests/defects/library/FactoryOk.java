// mode: library
// The factory method writes to the fresh object before it returns it.
@FactoryOk.ThreadSafe
public class FactoryOk {
    private int rank;
    private String name = "";

    public static FactoryOk named(String name) {
        FactoryOk made = new FactoryOk();
        made.name = name;
        made.rank = 1;
        return made;
    }

    public synchronized void promote() {
        rank++;
    }

    public synchronized String describe() {
        return name + " " + rank;
    }

    @interface ThreadSafe { }
}
