package p;

/** The first release. */
public final class ChangingParts {
    public interface One {
        default String d() { return "p/ChangingParts$One"; }
    }
    public interface Two {}
    public interface Grown {}
    public static class Upper {
        public String m() { return "p/ChangingParts$Upper"; }
    }
    public static class Middle extends Upper {}
    public static class Hiding {}

    private ChangingParts() {}
}
