// mode: library
// The classic singleton without a lock.
@LazySingletonBad.ThreadSafe
public class LazySingletonBad {
    private static LazySingletonBad instance;
    private String name;

    private LazySingletonBad(String name) {
        this.name = name;
    }

    public static LazySingletonBad instance() {
        if (instance == null) { // expect: data-race/unsafe-publication
            instance = new LazySingletonBad("default");
        }
        return instance;
    }

    public static String defaultName() {
        return instance().name;
    }

    public String name() {
        return name;
    }

    @interface ThreadSafe { }
}
