// mode: library
// Instances are safe on their own, but all share one static counter that no lock protects.
@GlobalCounterBad.ThreadSafe
public class GlobalCounterBad {
    private static int requests;
    private final String name;

    public GlobalCounterBad(String name) {
        this.name = name;
    }

    public String handle(String request) {
        requests++; // expect: data-race/unlocked
        return name + " " + request;
    }

    public static int requests() {
        return requests;
    }

    @interface ThreadSafe { }
}
