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
    public interface Constant {
        String F = "p/ChangingParts$Constant".trim();
    }
    public interface First extends Constant {}
    public interface Second {}

    private ChangingParts() {}
}
